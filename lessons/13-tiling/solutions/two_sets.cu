// Two sets of tiles in turn: one barrier a round is enough, since the next round writes the other set.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int n) {
  __shared__ float tileA[2][TILE][TILE];
  __shared__ float tileB[2][TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * TILE + x;
  int row = blockIdx.y * TILE + y;
  float sum = 0.0f;
  int set = 0;
  for (int start = 0; start < n; start += TILE, set ^= 1) {
    tileA[set][y][x] = row < n && start + x < n ? A[row * n + start + x] : 0.0f;
    tileB[set][y][x] = start + y < n && col < n ? B[(start + y) * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += tileA[set][y][k] * tileB[set][k][x];
  }
  if (row < n && col < n) C[row * n + col] = sum;
}
