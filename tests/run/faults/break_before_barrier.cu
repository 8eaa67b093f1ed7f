// launch: grid=1 block=64 a=float32:iota:1024 b=float32:zero:1024
// expect: barrier 7
__global__ void k(const float* a, float* b) {
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) {
    if (i > t / 32 + 3) break;
    __syncthreads();
    b[t] += a[t];
  }
}
