// launch: grid=1 block=64 a=float32:iota:1024 b=float32:zero:1024
// expect: barrier 5 6
__global__ void k(const float* a, float* b) {
  int t = threadIdx.x;
  if (t < 32) { b[t] = 1; __syncthreads(); }
  else { b[t] = 2; __syncthreads(); }
}
