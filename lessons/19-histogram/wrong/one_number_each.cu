// Counts only the first number of each thread.
__global__ void histogram(const unsigned* in, int* bins, int n) {
  __shared__ int h[256];
  int t = threadIdx.x;
  h[t] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + t;
  if (i < n) atomicAdd(&h[in[i]], 1);
  __syncthreads();
  atomicAdd(&bins[t], h[t]);
}
