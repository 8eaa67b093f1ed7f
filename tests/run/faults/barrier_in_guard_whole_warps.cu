// launch: grid=1 block=128 a=float32:iota:1024 b=float32:zero:1024 n=64
// expect: barrier 8
__global__ void k(const float* a, float* b, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  if (t < n) {
    s[t] = a[t];
    __syncthreads();
    b[t] = s[n - 1 - t];
  }
}
