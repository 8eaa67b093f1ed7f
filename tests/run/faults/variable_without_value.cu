// launch: grid=1 block=64 a=float32:iota:1024 b=float32:zero:1024
// expect: uninitialised 6
__global__ void k(const float* a, float* b) {
  float sum;
  for (int i = 0; i < 4; ++i)
    sum += a[threadIdx.x + i];
  b[threadIdx.x] = sum;
}
