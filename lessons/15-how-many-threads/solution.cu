// The sum of a column lives in a register; only the finished sums change places.
__global__ void sums(const float* in, float* out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int r = 0; r < 40; ++r) sum += in[(blockIdx.x * 40 + r) * 256 + t];
  s[t] = sum;
  __syncthreads();
  out[blockIdx.x * 256 + t] = s[255 - t];
}
