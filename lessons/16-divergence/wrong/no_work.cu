// Removes the work.
__global__ void treat(float* data, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = data[i];
  data[i] = i % 2 == 0 ? v * 0.5f + 1.0f : v * 0.25f + 2.0f;
}
