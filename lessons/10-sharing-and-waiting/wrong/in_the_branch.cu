// The barrier stands in the branch: some threads never come to it.
__global__ void running_sums(const int* in, int* out) {
  extern __shared__ int line[];
  int t = threadIdx.x;
  line[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    if (t >= step) {
      int other = line[t - step];
      __syncthreads();
      line[t] += other;
    }
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = line[t];
}
