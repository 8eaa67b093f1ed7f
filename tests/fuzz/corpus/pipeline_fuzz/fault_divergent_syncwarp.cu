// launch: grid=1 block=32 a=float32:iota:1024 b=float32:zero:1024
// expect: barrier 6
__global__ void k(const float* a, float* b) {
  int t = threadIdx.x;
  if (t % 2)
    __syncwarp();
  b[t] = a[t];
}
