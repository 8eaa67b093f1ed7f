// Coalesced writes, but the column is read from global memory; the tile is there for show.
__global__ void transpose(const float* A, float* B, int n) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.y * 32 + x;
  int row = blockIdx.x * 32 + y;
  tile[y][x] = 0.0f;
  __syncthreads();
  if (row < n && col < n)
    B[row * n + col] = A[col * n + row] + tile[x][y];
}
