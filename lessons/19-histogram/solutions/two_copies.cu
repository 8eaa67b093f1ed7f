// Even and odd lanes count into histograms of their own.
__global__ void histogram(const unsigned* in, int* bins, int n) {
  __shared__ int h[2 * 256];
  int t = threadIdx.x;
  h[t] = 0;
  h[t + 256] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&h[t % 2 * 256 + in[i]], 1);
  __syncthreads();
  atomicAdd(&bins[t], h[t] + h[t + 256]);
}
