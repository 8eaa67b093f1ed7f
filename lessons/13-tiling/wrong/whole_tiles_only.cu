// Leaves out what does not fill a tile.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int n) {
  __shared__ float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * TILE + x;
  int row = blockIdx.y * TILE + y;
  float sum = 0.0f;
  for (int t = 0; t < n / TILE; ++t) {
    tileA[y][x] = row < n ? A[row * n + t * TILE + x] : 0.0f;
    tileB[y][x] = col < n ? B[(t * TILE + y) * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += tileA[y][k] * tileB[k][x];
    __syncthreads();
  }
  if (row < n && col < n) C[row * n + col] = sum;
}
