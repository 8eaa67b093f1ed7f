// out[b] is the sum of block b's elements. The block has a power of two of threads, and `s` as many floats.
// Every round splits every warp. Straighten it.
__global__ void sum(const float* in, float* out) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    if (t % (2 * d) == 0) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
