// launch: grid=1 block=32 a=float32:iota:1024 b=float32:zero:1024
// expect: clean
__global__ void k(const float* a, float* b) {
  __shared__ float s[32];
  int t = threadIdx.x;
  if (t < 16) { s[t] = a[t]; __syncwarp(0x0000ffffu); b[t] = s[15 - t]; }
  else { s[t] = a[t]; __syncwarp(0xffff0000u); b[t] = s[47 - t]; }
}
