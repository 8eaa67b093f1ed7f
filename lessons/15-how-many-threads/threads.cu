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

// Four elements a thread, all asked for before the first is used; n is a multiple of four blocks here.
__global__ void scale_add_four(const float* x, float* y, float a, int n) {
  int step = blockDim.x, i = blockIdx.x * step * 4 + threadIdx.x;
  if (i + 3 * step >= n) return;
  float x0 = x[i], x1 = x[i + step], x2 = x[i + 2 * step], x3 = x[i + 3 * step];  // @ask_x
  float y0 = y[i], y1 = y[i + step], y2 = y[i + 2 * step], y3 = y[i + 3 * step];  // @ask_y
  y[i] = a * x0 + y0;             // @work
  y[i + step] = a * x1 + y1;      // @work
  y[i + 2 * step] = a * x2 + y2;  // @work
  y[i + 3 * step] = a * x3 + y3;  // @work
}
