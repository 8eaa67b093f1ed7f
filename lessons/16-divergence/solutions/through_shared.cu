// Sorted in shared memory, so that the global accesses stay coalesced too.
__global__ void treat(float* data, int rounds) {
  __shared__ float s[256];
  int t = threadIdx.x, half = blockDim.x / 2;
  int base = blockIdx.x * blockDim.x;
  s[t % 2 * half + t / 2] = data[base + t];
  __syncthreads();
  float v = s[t];
  if (t < half) {
    for (int r = 0; r < rounds; ++r) v = v * 0.5f + 1.0f;
  } else {
    for (int r = 0; r < rounds; ++r) v = v * 0.25f + 2.0f;
  }
  s[t] = v;
  __syncthreads();
  data[base + t] = s[t % 2 * half + t / 2];
}
