// The same with a float array, and the marks behind its last number.
__global__ void keep_large(const float* in, float* out) {
  extern __shared__ float numbers[];
  unsigned char* marks = (unsigned char*)(numbers + blockDim.x);
  int t = threadIdx.x, first = blockIdx.x * blockDim.x;
  numbers[t] = in[first + t];
  marks[t] = numbers[t] > 40.0f;
  __syncthreads();
  int other = blockDim.x - 1 - t;
  out[first + t] = marks[other] ? numbers[other] : 0.0f;
}
