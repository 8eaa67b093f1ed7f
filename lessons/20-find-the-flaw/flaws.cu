// Six kernels as people post them with the question "why is it slow?" or "why is it wrong?".

// 1. "Each thread copies its own stretch. I thought neighbouring elements were good."
__global__ void stretches(const float* in, float* out, int each) {
  int from = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  for (int k = 0; k < each; ++k) out[from + k] = in[from + k] * 2.0f;  // @one
}

// 2. "I padded the tile by one column, as everybody says. The profiler still reports conflicts." Blocks of 16 x 16.
__global__ void turned(const float* in, float* out, int pad) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y, pitch = 16 + pad;
  s[y * pitch + x] = in[blockIdx.x * 256 + y * 16 + x];   // @two_write
  __syncthreads();
  out[blockIdx.x * 256 + y * 16 + x] = s[x * pitch + y];  // @two_read
}

// 3. "Half of my elements need the long formula. Why does it take as long as if all of them did?"
__global__ void formulas(const float* in, float* out, int period) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i];
  if (i / period % 2 == 0)  // @three
    for (int r = 0; r < 32; ++r) v = v * 0.5f + 1.0f;
  out[i] = v;
}

// 4. "One sector a request, nothing could be better. Yet it is the slowest of all." Rows of `width` numbers times a vector.
__global__ void rows_times_vector(const float* A, const float* x, float* y, int width) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  float sum = 0.0f;
  for (int k = 0; k < width; ++k)
    sum += A[row * width + k] *  // @four
           x[k];                 // @four_x
  y[row] = sum;  // @four_write
}

// 5. "It works on my machine, and sometimes it does not."
__global__ void reversed(const float* in, float* out) {
  extern __shared__ float s[];
  int t = threadIdx.x, n = blockDim.x;
  s[t] = in[blockIdx.x * n + t];          // @five_write
  out[blockIdx.x * n + t] = s[n - 1 - t];  // @five_read
}

// 6. "There is hardly any arithmetic in it. What is it waiting for?"
__global__ void total(const int* in, int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, in[i]);  // @six
}
