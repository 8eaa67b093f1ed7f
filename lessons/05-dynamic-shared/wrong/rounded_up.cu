// Rounded up to 4, but now the numbers end behind the last byte.
__global__ void keep_large(const float* in, float* out) {
  extern __shared__ unsigned char raw[];
  unsigned char* marks = raw;
  float* numbers = (float*)(raw + (blockDim.x + 3) / 4 * 4);
  int t = threadIdx.x, first = blockIdx.x * blockDim.x;
  numbers[t] = in[first + t];
  marks[t] = numbers[t] > 40.0f;
  __syncthreads();
  int other = blockDim.x - 1 - t;
  out[first + t] = marks[other] ? numbers[other] : 0.0f;
}
