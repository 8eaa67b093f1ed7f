// Threads of a block that read what others wrote.
extern "C" __global__ void reverse(const int* in, int* out) {
  extern __shared__ int line[];
  int t = threadIdx.x, last = blockDim.x - 1;
  line[t] = in[blockIdx.x * blockDim.x + t];  // @put
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = line[last - t];  // @take
}
extern "C" __global__ void reverse_impatient(const int* in, int* out) {
  extern __shared__ int line[];
  int t = threadIdx.x, last = blockDim.x - 1;
  line[t] = in[blockIdx.x * blockDim.x + t];          // @put
  out[blockIdx.x * blockDim.x + t] = line[last - t];  // @take
}
// Only the threads below `cut` wait.
extern "C" __global__ void reverse_divided(const int* in, int* out, int cut) {
  extern __shared__ int line[];
  int t = threadIdx.x, last = blockDim.x - 1;
  line[t] = in[blockIdx.x * blockDim.x + t];  // @put
  if (t < cut)
    __syncthreads();
  out[blockIdx.x * blockDim.x + t] = line[last - t];  // @take
}
// In every round each thread adds its left neighbour's number. `second` asks for the second barrier.
extern "C" __global__ void rounds(const int* in, int* out, int count, int second) {
  extern __shared__ int line[];
  int t = threadIdx.x;
  line[t] = in[blockIdx.x * blockDim.x + t];  // @put
  for (int r = 0; r < count; ++r) {
    __syncthreads();
    int left = t > 0 ? line[t - 1] : 0;  // @take
    if (second)
      __syncthreads();
    line[t] += left;  // @add
  }
  out[blockIdx.x * blockDim.x + t] = line[t];
}
