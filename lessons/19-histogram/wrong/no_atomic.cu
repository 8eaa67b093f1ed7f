// Two lanes read the same count, both add one, one addition is lost.
__global__ void histogram(const unsigned* in, int* bins, int n) {
  __shared__ int h[256];
  int t = threadIdx.x;
  h[t] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) h[in[i]] = h[in[i]] + 1;
  __syncthreads();
  atomicAdd(&bins[t], h[t]);
}
