// No lane waits, but every lane does the work of both ways.
__global__ void treat(float* data, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float even = data[i], odd = even;
  for (int r = 0; r < rounds; ++r) even = even * 0.5f + 1.0f;
  for (int r = 0; r < rounds; ++r) odd = odd * 0.25f + 2.0f;
  data[i] = i % 2 == 0 ? even : odd;
}
