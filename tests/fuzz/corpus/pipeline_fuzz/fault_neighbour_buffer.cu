// launch: grid=1 block=64 a=float32:iota:64 b=float32:zero:64
// expect: bounds 4
__global__ void k(const float* a, float* b) {
  b[threadIdx.x + 64] = a[threadIdx.x];
}
