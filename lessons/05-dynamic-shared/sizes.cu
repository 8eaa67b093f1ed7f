// Each block turns its part of `in` round: with a static array, with a dynamic one, and with two carved out of one.
extern "C" __global__ void fixed_size(const float* in, float* out) {
  __shared__ float line[128];  // the compiler has to know the size
  int t = threadIdx.x, first = blockIdx.x * blockDim.x;
  line[t] = in[first + t];  // @put
  __syncthreads();
  out[first + t] = line[blockDim.x - 1 - t];  // @take
}
extern "C" __global__ void dynamic_size(const float* in, float* out) {
  extern __shared__ float line[];  // no size: the launch says how many bytes
  int t = threadIdx.x, first = blockIdx.x * blockDim.x;
  line[t] = in[first + t];  // @put
  __syncthreads();
  out[first + t] = line[blockDim.x - 1 - t];  // @take
}
// Only one dimension: row and column are computed by hand.
extern "C" __global__ void turn_tile(const float* in, float* out) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y, width = blockDim.x, height = blockDim.y;
  int first = blockIdx.x * width * height;
  tile[y * width + x] = in[first + y * width + x];  // @put
  __syncthreads();
  int t = y * width + x;
  out[first + t] = tile[t % height * width + t / height];  // @take
}
// One piece of memory, two arrays: `head` bytes for marks, then the numbers.
extern "C" __global__ void carve(const float* in, float* out, int head) {
  extern __shared__ unsigned char raw[];
  unsigned char* marks = raw;
  float* numbers = (float*)(raw + head);
  int t = threadIdx.x, first = blockIdx.x * blockDim.x;
  if (t < head) marks[t] = 1;
  numbers[t] = in[first + t];  // @put
  __syncthreads();
  out[first + t] = numbers[blockDim.x - 1 - t];  // @take
}
