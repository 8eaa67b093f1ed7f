// launch: grid=1 block=32 a=float32:iota:32 b=0
// expect: bounds 4
__global__ void k(const float* a, float* b) {
  b[threadIdx.x] = a[threadIdx.x];
}
