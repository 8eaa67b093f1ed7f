// 128 numbers and three on either side, fetched by all threads together.
__global__ void smooth(const float* in, float* out, int n) {
  __shared__ float s[128 + 6];
  int first = blockIdx.x * 128 - 3;
  for (int k = threadIdx.x; k < 128 + 6; k += 128) s[k] = first + k >= 0 && first + k < n ? in[first + k] : 0.0f;
  __syncthreads();
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int d = 0; d <= 6; ++d) sum += s[threadIdx.x + d];
  out[i] = sum;
}
