// launch: grid=1 block=32 a=float32:iota:1024 b=float32:zero:1024 n=7
// expect: uninitialised 6
__global__ void k(const float* a, float* b, int n) {
  float h[8];
  for (int i = 0; i < n; ++i) h[i] = a[i];
  b[threadIdx.x] = h[threadIdx.x % 8];
}
