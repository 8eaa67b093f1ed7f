// One word more a row: the column walks over all banks.
__global__ void transpose(const float* A, float* B, int n) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * 32 + x;
  int row = blockIdx.y * 32 + y;
  if (row < n && col < n)
    tile[y][x] = A[row * n + col];  // @fill
  __syncthreads();
  col = blockIdx.y * 32 + x;
  row = blockIdx.x * 32 + y;
  if (row < n && col < n)
    B[row * n + col] = tile[x][y];  // @turn
}
