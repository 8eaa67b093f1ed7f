// launch: grid=1 block=128 a=float32:iota:1024 b=float32:zero:1024
// expect: race 7 8
__global__ void k(const float* a, float* b) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  atomicAdd(&n, 1);
  if (threadIdx.x == 0) b[0] = n;
}
