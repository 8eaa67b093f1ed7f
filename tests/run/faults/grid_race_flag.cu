// launch: grid=4 block=32 a=float32:iota:1024 b=float32:zero:1024 flag=int32:zero:1
// expect: race 4
__global__ void k(const float* a, float* b, int* flag) {
  if (a[blockIdx.x * 32 + threadIdx.x] > 3) *flag = 1;
}
