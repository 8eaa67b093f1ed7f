// C = A * B, tile by tile. Threads outside the matrix stay: they fill the tile with zeros and meet the barriers.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int n) {
  __shared__ float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * TILE + x;
  int row = blockIdx.y * TILE + y;
  float sum = 0.0f;
  for (int start = 0; start < n; start += TILE) {
    tileA[y][x] = row < n && start + x < n ? A[row * n + start + x] : 0.0f;
    tileB[y][x] = start + y < n && col < n ? B[(start + y) * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += tileA[y][k] * tileB[k][x];
    __syncthreads();
  }
  if (row < n && col < n) C[row * n + col] = sum;
}
