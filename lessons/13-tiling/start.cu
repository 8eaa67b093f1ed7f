// C = A * B for n x n floats. Blocks of 16 x 16 threads; n need not be a multiple of 16.
// Right, but every number travels from global memory again and again. Make it tile by tile.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int n) {
  int col = blockIdx.x * TILE + threadIdx.x;
  int row = blockIdx.y * TILE + threadIdx.y;
  if (row >= n || col >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += A[row * n + k] * B[k * n + col];
  C[row * n + col] = sum;
}
