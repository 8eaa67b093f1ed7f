// Even elements are halved and raised, odd ones quartered and raised, `rounds` times.
// 256 threads a block, one element a thread. Half of every warp waits for the other half. Mend it.
__global__ void treat(float* data, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = data[i];
  if (i % 2 == 0) {
    for (int r = 0; r < rounds; ++r) v = v * 0.5f + 1.0f;
  } else {
    for (int r = 0; r < rounds; ++r) v = v * 0.25f + 2.0f;
  }
  data[i] = v;
}
