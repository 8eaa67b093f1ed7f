// First all read, then all write: two barriers a round, outside the branch.
__global__ void running_sums(const int* in, int* out) {
  extern __shared__ int line[];
  int t = threadIdx.x;
  line[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    int other = t >= step ? line[t - step] : 0;
    __syncthreads();
    line[t] += other;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = line[t];
}
