// The first half of the block takes the even elements, the second half the odd ones.
__global__ void treat(float* data, int rounds) {
  int half = blockDim.x / 2;
  int odd = threadIdx.x / half;
  int i = blockIdx.x * blockDim.x + 2 * (threadIdx.x % half) + odd;
  float v = data[i];
  if (odd == 0) {
    for (int r = 0; r < rounds; ++r) v = v * 0.5f + 1.0f;
  } else {
    for (int r = 0; r < rounds; ++r) v = v * 0.25f + 2.0f;
  }
  data[i] = v;
}
