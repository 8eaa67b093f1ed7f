// launch: grid=1 block=32 a=float32:iota:1024 b=float32:zero:1024
// expect: bounds 7
__global__ void k(const float* a, float* b) {
  __shared__ float s[8][32], guard[32];
  int t = threadIdx.x;
  for (int r = 0; r < 8; ++r) s[r][t] = 0; guard[t] = 1;
  for (int r = 0; r <= 8; ++r) s[r][t] += a[t];
  b[t] = s[7][t] + guard[t];
}
