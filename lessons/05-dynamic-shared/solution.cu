// The widest type first: then both begin where they may.
__global__ void keep_large(const float* in, float* out) {
  extern __shared__ unsigned char raw[];
  float* numbers = (float*)raw;
  unsigned char* marks = raw + blockDim.x * sizeof(float);
  int t = threadIdx.x, first = blockIdx.x * blockDim.x;
  numbers[t] = in[first + t];
  marks[t] = numbers[t] > 40.0f;
  __syncthreads();
  int other = blockDim.x - 1 - t;
  out[first + t] = marks[other] ? numbers[other] : 0.0f;
}
