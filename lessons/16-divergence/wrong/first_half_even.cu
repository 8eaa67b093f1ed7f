// No warp is split, but the wrong elements get the wrong work.
__global__ void treat(float* data, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = data[i];
  if (i / 32 % 2 == 0) {
    for (int r = 0; r < rounds; ++r) v = v * 0.5f + 1.0f;
  } else {
    for (int r = 0; r < rounds; ++r) v = v * 0.25f + 2.0f;
  }
  data[i] = v;
}
