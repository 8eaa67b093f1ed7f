// The two ways differ only in their numbers: choose the numbers, not the way.
__global__ void treat(float* data, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float factor = i % 2 == 0 ? 0.5f : 0.25f;
  float plus = i % 2 == 0 ? 1.0f : 2.0f;
  float v = data[i];
  for (int r = 0; r < rounds; ++r) v = v * factor + plus;
  data[i] = v;
}
