// Each thread keeps its sum in a register; the board is only for the others.
__global__ void running_sums(const int* in, int* out) {
  extern __shared__ int line[];
  int t = threadIdx.x;
  int sum = in[blockIdx.x * blockDim.x + t];
  for (int step = 1; step < blockDim.x; step *= 2) {
    line[t] = sum;
    __syncthreads();
    if (t >= step) sum += line[t - step];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}
