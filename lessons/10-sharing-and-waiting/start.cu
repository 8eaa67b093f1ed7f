// Running sums of each block. Nobody waits for anybody: put the barriers where they belong.
__global__ void running_sums(const int* in, int* out) {
  extern __shared__ int line[];
  int t = threadIdx.x;
  line[t] = in[blockIdx.x * blockDim.x + t];
  for (int step = 1; step < blockDim.x; step *= 2) {
    if (t >= step) {
      int other = line[t - step];
      line[t] += other;
    }
  }
  out[blockIdx.x * blockDim.x + t] = line[t];
}
