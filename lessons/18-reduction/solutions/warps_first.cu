// Each warp adds its own 32 values by shuffles; then one warp adds the sums of the warps.
__global__ void sum(const float* in, float* out) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x, lane = t % 32, warp = t / 32, warps = blockDim.x / 32;
  float v = in[blockIdx.x * blockDim.x + t];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (lane == 0) s[warp] = v;
  __syncthreads();
  if (warp > 0) return;
  v = lane < warps ? s[lane] : 0.0f;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (lane == 0) out[blockIdx.x] = v;
}
