__constant__ float w[9];
__device__ int counter = 3;
__device__ float table[4] = {1, 2, 3, 4};
static __constant__ const int lut[2] = {5, 6};
constexpr int R = 3;
static const float scale = 0.5f;
__global__ void k(float* out) {
  for (int d = -R; d <= R; ++d) out[d + R] = w[d + R] * scale + table[0] + lut[1];
  counter = 1;
}
// expect: ok
