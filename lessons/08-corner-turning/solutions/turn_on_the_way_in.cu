// The turn may happen when the tile is filled, too.
__global__ void transpose(const float* A, float* B, int n) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * 32 + x;
  int row = blockIdx.y * 32 + y;
  if (row < n && col < n)
    tile[x][y] = A[row * n + col];
  __syncthreads();
  int outRow = blockIdx.x * 32 + y;
  int outCol = blockIdx.y * 32 + x;
  if (outRow < n && outCol < n)
    B[outRow * n + outCol] = tile[y][x];
}
