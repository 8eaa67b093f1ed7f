// Thread k of the launch takes number first + k; those beyond the part have nothing to do.
__global__ void work(const float* in, float* out, int first, int count, int rounds) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= count) return;
  float v = in[first + k];
  for (int r = 0; r < rounds; ++r) v = v * 0.5f + 1.0f;
  out[first + k] = v;
}
