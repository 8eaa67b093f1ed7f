// Room for every size, taken by all blocks whether they need it or not.
__global__ void keep_large(const float* in, float* out) {
  __shared__ float numbers[1024];
  __shared__ unsigned char marks[1024];
  int t = threadIdx.x, first = blockIdx.x * blockDim.x;
  numbers[t] = in[first + t];
  marks[t] = numbers[t] > 40.0f;
  __syncthreads();
  int other = blockDim.x - 1 - t;
  out[first + t] = marks[other] ? numbers[other] : 0.0f;
}
