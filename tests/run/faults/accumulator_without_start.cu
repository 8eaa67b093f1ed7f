// launch: grid=1 block=64 a=float32:iota:1024 b=float32:zero:1024
// expect: uninitialised 7
__global__ void k(const float* a, float* b) {
  __shared__ float sum[64];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    sum[t] += a[t * 4 + i];
  b[t] = sum[t];
}
