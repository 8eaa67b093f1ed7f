// launch: grid=1 block=64 a=float32:iota:1024 b=float32:zero:1024
// expect: race 8
__global__ void k(const float* a, float* b) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int o = 1; o < 64; o *= 2) { if (t >= o) s[t] += s[t - o]; __syncthreads(); }
  b[t] = s[t];
}
