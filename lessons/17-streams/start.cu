// One stream's share: numbers first ... first + count - 1, `rounds` times halved and raised. 256 threads a block, and
// just as many blocks as count needs.
// The result is right. But the kernel goes through everything before its part too: numbers that other streams are
// still copying. It would have to wait for them. Let it touch its own part only.
__global__ void work(const float* in, float* out, int first, int count, int rounds) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < first + count; i += gridDim.x * blockDim.x) {
    float v = in[i];
    for (int r = 0; r < rounds; ++r) v = v * 0.5f + 1.0f;
    if (i >= first) out[i] = v;
  }
}
