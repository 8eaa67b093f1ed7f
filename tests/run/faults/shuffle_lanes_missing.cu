// launch: grid=1 block=32 a=float32:iota:1024 b=float32:zero:1024
// expect: barrier 5
__global__ void k(const float* a, float* b) {
  float v = a[threadIdx.x];
  if (threadIdx.x < 16) v += __shfl_down_sync(0xffffffffu, v, 8);
  b[threadIdx.x] = v;
}
