// launch: grid=1 block=32 a=float32:iota:1024 b=float32:zero:1024
// expect: clean
__global__ void k(const float* a, float* b) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = a[t]; s[t + 32] = 0;
  __syncwarp();
  for (int o = 16; o > 0; o >>= 1) {
    float v = s[t + o];
    __syncwarp();
    s[t] += v;
    __syncwarp();
  }
  if (t == 0) b[0] = s[0];
}
