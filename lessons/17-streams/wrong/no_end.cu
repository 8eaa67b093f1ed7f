// Writes beyond its part, into the next one.
__global__ void work(const float* in, float* out, int first, int count, int rounds) {
  int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 10000) return;
  float v = in[i];
  for (int r = 0; r < rounds; ++r) v = v * 0.5f + 1.0f;
  out[i] = v;
}
