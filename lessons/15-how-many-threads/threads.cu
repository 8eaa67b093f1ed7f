// The same work cut into blocks of different sizes, and blocks that need more or less of an SM.

// y = a * x + y, one element a thread.
__global__ void scale_add(const float* x, float* y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)                // @guard
    y[i] = a * x[i] + y[i];  // @work
}

// The same with dynamic shared memory that only takes room.
__global__ void scale_add_shared(const float* x, float* y, float a, int n) {
  extern __shared__ float room[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  room[threadIdx.x] = i < n ? x[i] : 0.0f;  // @fetch
  if (i < n) y[i] = a * room[threadIdx.x] + y[i];  // @work
}

// Four elements a thread, all asked for before the first is used.
__global__ void scale_add_four(const float* x, float* y, float a, int n) {
  int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  float v[4], w[4];
  for (int k = 0; k < 4; ++k) {
    int j = i + k * blockDim.x;
    v[k] = j < n ? x[j] : 0.0f;  // @ask_x
    w[k] = j < n ? y[j] : 0.0f;  // @ask_y
  }
  for (int k = 0; k < 4; ++k) {
    int j = i + k * blockDim.x;
    if (j < n) y[j] = a * v[k] + w[k];  // @work
  }
}
