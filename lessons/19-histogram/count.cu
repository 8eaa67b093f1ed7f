// How often does each value occur? 256 bins; `spread` says how many of them are in use.

// Straight into global memory.
__global__ void count_global(const unsigned* in, int* bins, int n, unsigned spread) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i] % spread], 1);  // @count
}

// Without atomics: read, add, write.
__global__ void count_plain(const unsigned* in, int* bins, int n, unsigned spread) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned bin = in[i] % spread;
    bins[bin] = bins[bin] + 1;  // @count
  }
}

// Each block counts in shared memory and hands over its 256 counts at the end.
__global__ void count_shared(const unsigned* in, int* bins, int n, unsigned spread) {
  __shared__ int h[256];
  int t = threadIdx.x;
  h[t] = 0;  // @zero
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&h[in[i] % spread], 1);  // @count
  __syncthreads();
  atomicAdd(&bins[t], h[t]);  // @hand_over
}

// A weight instead of 1: the hardware can no longer merge equal bins.
__global__ void count_weighted(const unsigned* in, const int* weights, int* bins, int n, unsigned spread) {
  __shared__ int h[256];
  int t = threadIdx.x;
  h[t] = 0;  // @zero
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&h[in[i] % spread], weights[i]);  // @count
  __syncthreads();
  atomicAdd(&bins[t], h[t]);  // @hand_over
}

// `copies` histograms side by side; neighbouring lanes count into different ones.
__global__ void count_copies(const unsigned* in, const int* weights, int* bins, int n, unsigned spread, int copies) {
  extern __shared__ int h[];
  int t = threadIdx.x;
  for (int k = t; k < 256 * copies; k += blockDim.x) h[k] = 0;  // @zero
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&h[in[i] % spread * copies + t % copies], weights[i]);  // @count
  __syncthreads();
  int sum = 0;
  for (int c = 0; c < copies; ++c) sum += h[t * copies + c];  // @collect
  atomicAdd(&bins[t], sum);  // @hand_over
}
