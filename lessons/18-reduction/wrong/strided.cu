// No split warps, but the elements of neighbouring threads drift apart: bank conflicts.
__global__ void sum(const float* in, float* out) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    unsigned k = 2 * d * t;
    if (k < blockDim.x) s[k] += s[k + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
