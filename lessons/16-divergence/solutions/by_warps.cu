// Pairs of warps share 64 elements: one warp the even ones, one the odd ones.
__global__ void treat(float* data, int rounds) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int odd = warp % 2;
  int i = blockIdx.x * blockDim.x + warp / 2 * 64 + 2 * lane + odd;
  float v = data[i];
  if (odd)
    for (int r = 0; r < rounds; ++r) v = v * 0.25f + 2.0f;
  else
    for (int r = 0; r < rounds; ++r) v = v * 0.5f + 1.0f;
  data[i] = v;
}
