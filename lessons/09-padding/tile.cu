// B = A transposed, n x n floats. Five tries, a swizzle, and blocks whose threads move several elements.
extern "C" __global__ void try0(const float* A, float* B, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int row = tid / n, col = tid % n;
  if (tid < n * n)
    B[col * n + row] = A[row * n + col];
}
extern "C" __global__ void try1(const float* A, float* B, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int row = tid / n, col = tid % n;
  if (tid < n * n)
    B[row * n + col] = A[col * n + row];
}
extern "C" __global__ void try2(const float* A, float* B, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < n)
    B[col * n + row] = A[row * n + col];
}
// Tries 3 (pad = 0) and 4 (pad = 1).
extern "C" __global__ void by_tile(const float* A, float* B, int n, int pad) {
  extern __shared__ float tile[];
  int width = blockDim.x, pitch = width + pad;
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * width + x, row = blockIdx.y * width + y;
  if (row < n && col < n)
    tile[y * pitch + x] = A[row * n + col];  // @fill
  __syncthreads();
  col = blockIdx.y * width + x;
  row = blockIdx.x * width + y;
  if (row < n && col < n)
    B[row * n + col] = tile[x * pitch + y];  // @turn
}
// Rows stay 32 words wide, but row y is shuffled: word x lies at x ^ (y & mask).
extern "C" __global__ void swizzle(const float* A, float* B, int n, int mask) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  if (row < n && col < n)
    tile[y][x ^ (y & mask)] = A[row * n + col];  // @fill
  __syncthreads();
  col = blockIdx.y * 32 + x;
  row = blockIdx.x * 32 + y;
  if (row < n && col < n)
    B[row * n + col] = tile[x][y ^ (x & mask)];  // @turn
}
// A tile of 32 x 32 for a block of 32 x blockDim.y threads: each thread moves 32 / blockDim.y elements.
extern "C" __global__ void coarse(const float* A, float* B, int n) {
  __shared__ float tile[32][33];
  int x = threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += blockDim.y) {
    int col = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
    if (row < n && col < n)
      tile[y][x] = A[row * n + col];  // @fill
  }
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += blockDim.y) {
    int col = blockIdx.y * 32 + x, row = blockIdx.x * 32 + y;
    if (row < n && col < n)
      B[row * n + col] = tile[x][y];  // @turn
  }
}
