// Each block owns 40 rows of 256 numbers. Its outputs are the sums of the 256 columns, in reverse order.
// The block keeps all of its rows in shared memory. So few blocks fit on an SM. Make it smaller.
__global__ void sums(const float* in, float* out) {
  __shared__ float s[40][256];
  int t = threadIdx.x;
  for (int r = 0; r < 40; ++r) s[r][t] = in[(blockIdx.x * 40 + r) * 256 + t];
  __syncthreads();
  float sum = 0.0f;
  for (int r = 0; r < 40; ++r) sum += s[r][255 - t];
  out[blockIdx.x * 256 + t] = sum;
}
