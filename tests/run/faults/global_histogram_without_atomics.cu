// launch: grid=4 block=64 a=float32:iota:1024 b=float32:zero:1024 h=int32:zero:16
// expect: race 4
__global__ void k(const float* a, float* b, int* h) {
  h[(int)a[blockIdx.x * 64 + threadIdx.x] % 16] += 1;
}
