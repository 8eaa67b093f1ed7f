// The sum of each block's elements, five ways. Blocks of a power of two of threads.

__global__ void sum_interleaved(const float* in, float* out) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];  // @fill
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    if (t % (2 * d) == 0)  // @who
      s[t] += s[t + d];    // @add
    __syncthreads();       // @wait
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void sum_strided(const float* in, float* out) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];  // @fill
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    unsigned k = 2 * d * t;
    if (k < blockDim.x)  // @who
      s[k] += s[k + d];  // @add
    __syncthreads();     // @wait
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void sum_sequential(const float* in, float* out) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];  // @fill
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d)           // @who
      s[t] += s[t + d];  // @add
    __syncthreads();     // @wait
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

// The last 64 elements are one warp's business: no barrier, no shared memory, values from lane to lane.
__global__ void sum_shuffled(const float* in, float* out) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];  // @fill
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d >= 32; d /= 2) {
    if (t < d)           // @who
      s[t] += s[t + d];  // @add
    __syncthreads();     // @wait
  }
  if (t < 32) {
    float v = s[t];  // @last
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if (t == 0) out[blockIdx.x] = v;
  }
}

// Each thread adds several elements while it loads, before the tree begins.
__global__ void sum_several(const float* in, float* out, int each) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  float v = 0.0f;
  for (int e = 0; e < each; ++e) v += in[(blockIdx.x * each + e) * blockDim.x + t];  // @read
  s[t] = v;  // @fill
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d)           // @who
      s[t] += s[t + d];  // @add
    __syncthreads();     // @wait
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
