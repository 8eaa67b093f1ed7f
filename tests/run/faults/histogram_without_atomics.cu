// launch: grid=1 block=256 a=float32:iota:1024 b=float32:zero:1024
// expect: race 7
__global__ void k(const float* a, float* b) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  bins[(int)a[threadIdx.x] % 16] += 1;
  __syncthreads();
  if (threadIdx.x < 16) b[threadIdx.x] = bins[threadIdx.x];
}
