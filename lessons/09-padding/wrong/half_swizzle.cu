// Shuffled when filled, but read as if it were not: the result is wrong.
__global__ void transpose(const float* A, float* B, int n) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * 32 + x;
  int row = blockIdx.y * 32 + y;
  if (row < n && col < n)
    tile[y][x ^ y] = A[row * n + col];  // @fill
  __syncthreads();
  col = blockIdx.y * 32 + x;
  row = blockIdx.x * 32 + y;
  if (row < n && col < n)
    B[row * n + col] = tile[x][y];  // @turn
}
