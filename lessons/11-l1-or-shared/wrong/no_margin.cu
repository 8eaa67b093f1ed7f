// Forgets the neighbours of the block's first and last numbers.
__global__ void smooth(const float* in, float* out, int n) {
  __shared__ float s[134];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t + 3] = i < n ? in[i] : 0.0f;
  if (t < 3) s[t] = 0.0f;
  if (t >= 125) s[t + 6] = 0.0f;
  __syncthreads();
  if (i >= n) return;
  float sum = 0.0f;
  for (int d = 0; d <= 6; ++d) sum += s[t + d];
  out[i] = sum;
}
