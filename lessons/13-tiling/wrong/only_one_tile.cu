// B comes out of a tile, A still from global memory.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int n) {
  __shared__ float tileB[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * TILE + x;
  int row = blockIdx.y * TILE + y;
  float sum = 0.0f;
  for (int start = 0; start < n; start += TILE) {
    tileB[y][x] = start + y < n && col < n ? B[(start + y) * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      if (row < n && start + k < n) sum += A[row * n + start + k] * tileB[k][x];
    __syncthreads();
  }
  if (row < n && col < n) C[row * n + col] = sum;
}
