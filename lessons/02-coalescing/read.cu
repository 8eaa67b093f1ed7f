// Each thread adds up four numbers. The data begin `offset` words behind a header.
// order 0: each thread has four neighbouring numbers. order 1: the threads stand side by side, four times.
extern "C" __global__ void add_four(const float* in, float* out, int offset, int order) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int threads = gridDim.x * blockDim.x;
  float sum = 0.0f;
  for (int k = 0; k < 4; ++k) {
    int where = order ? k * threads + i : i * 4 + k;
    sum += in[offset + where];  // @read
  }
  out[i] = sum;  // @write
}
