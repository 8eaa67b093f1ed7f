// Every thread adds `rounds` numbers of its block's part of `in`. Far: each one from global memory.
// Near: the block fetches its part once, then everybody reads the copy in shared memory. blockDim.x is a power of two.
extern "C" __global__ void sum_far(const float* in, float* out, int rounds) {
  int first = blockIdx.x * blockDim.x;
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int r = 0; r < rounds; ++r)
    sum += in[first + ((t + r) & (blockDim.x - 1))];  // @read_far
  out[first + t] = sum;                               // @write
}
extern "C" __global__ void sum_near(const float* in, float* out, int rounds) {
  extern __shared__ float board[];
  int first = blockIdx.x * blockDim.x;
  int t = threadIdx.x;
  board[t] = in[first + t];  // @fetch
  __syncthreads();
  float sum = 0.0f;
  for (int r = 0; r < rounds; ++r)
    sum += board[(t + r) & (blockDim.x - 1)];  // @read_near
  out[first + t] = sum;                        // @write
}
// One kernel for both: `near` says where the numbers are read from.
extern "C" __global__ void sum_either(const float* in, float* out, int rounds, int near) {
  extern __shared__ float board[];
  int first = blockIdx.x * blockDim.x;
  int t = threadIdx.x;
  if (near) board[t] = in[first + t];  // @fetch
  __syncthreads();
  float sum = 0.0f;
  for (int r = 0; r < rounds; ++r) {
    int k = (t + r) & (blockDim.x - 1);
    if (near)
      sum += board[k];  // @read_near
    else
      sum += in[first + k];  // @read_far
  }
  out[first + t] = sum;  // @write
}
// One number in, `work` multiplications and additions, one number out.
extern "C" __global__ void calculate(const float* in, float* out, int work) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];  // @fetch
  for (int w = 0; w < work; ++w)
    x = x * 0.5f + 1.0f;
  out[i] = x;  // @write
}
