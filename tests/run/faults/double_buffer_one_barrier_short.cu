// launch: grid=1 block=64 a=float32:iota:1024 b=float32:zero:1024
// expect: race 7
__global__ void k(const float* a, float* b) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  s[0][t] = a[t]; __syncthreads();
  for (int i = 0; i < 4; ++i) { s[(i + 1) % 2][t] = s[i % 2][(t + 33) % 64]; if (i % 2) __syncthreads(); }
  b[t] = s[0][t];
}
