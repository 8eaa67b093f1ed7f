// launch: grid=1 block=64 a=float32:iota:1024 b=float32:zero:1024
// expect: clean
__global__ void k(const float* a, float* b) {
  float v;
  bool has = threadIdx.x % 3 == 0;
  if (has) v = a[threadIdx.x];
  b[threadIdx.x] = 1;
  if (has) b[threadIdx.x] = v;
}
