// launch: grid=2 block=128 a=float32:iota:1024 b=float32:zero:1024 n=200
// expect: clean
__global__ void k(const float* a, float* b, int n) {
  __shared__ float s[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= n) return;
  s[t] = a[i];
  __syncthreads();
  b[i] = s[t / 2];
}
