// The conflict has only moved to the other access.
__global__ void transpose(const float* A, float* B, int n) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * 32 + x;
  int row = blockIdx.y * 32 + y;
  if (row < n && col < n)
    tile[x][y] = A[row * n + col];  // @fill
  __syncthreads();
  col = blockIdx.y * 32 + x;
  row = blockIdx.x * 32 + y;
  if (row < n && col < n)
    B[row * n + col] = tile[y][x];  // @turn
}
