// B = A transposed, n x n floats. Directly, and by a tile in shared memory that is turned on the way.
extern "C" __global__ void direct(const float* A, float* B, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < n) {
    float x = A[row * n + col];  // @read
    B[col * n + row] = x;        // @write
  }
}
extern "C" __global__ void by_tile(const float* A, float* B, int n) {
  extern __shared__ float tile[];  // blockDim.x * blockDim.x floats: the launch's third parameter
  int width = blockDim.x;
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * width + x, row = blockIdx.y * width + y;
  if (row < n && col < n)
    tile[y * width + x] = A[row * n + col];  // @read
  __syncthreads();
  // The block's place in B: block coordinates are swapped, x still runs along a row.
  col = blockIdx.y * width + x;
  row = blockIdx.x * width + y;
  if (row < n && col < n) {
    float turned = tile[x * width + y];  // @turn
    B[row * n + col] = turned;           // @write
  }
}
// The same without waiting.
extern "C" __global__ void impatient(const float* A, float* B, int n) {
  extern __shared__ float tile[];
  int width = blockDim.x;
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * width + x, row = blockIdx.y * width + y;
  if (row < n && col < n)
    tile[y * width + x] = A[row * n + col];  // @read
  col = blockIdx.y * width + x;
  row = blockIdx.x * width + y;
  if (row < n && col < n) {
    float turned = tile[x * width + y];  // @turn
    B[row * n + col] = turned;           // @write
  }
}
