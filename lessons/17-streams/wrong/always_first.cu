// Forgets where its part begins.
__global__ void work(const float* in, float* out, int first, int count, int rounds) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= count) return;
  float v = in[k];
  for (int r = 0; r < rounds; ++r) v = v * 0.5f + 1.0f;
  out[k] = v;
}
