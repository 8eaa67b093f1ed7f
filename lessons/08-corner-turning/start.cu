// B = A transposed, n x n floats, blocks of 32 x 32 threads. n need not be a multiple of 32.
// Right, but the write walks down a column of B. Turn a tile of 32 x 32 in shared memory instead.
__global__ void transpose(const float* A, float* B, int n) {
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * 32 + x;
  int row = blockIdx.y * 32 + y;
  if (row < n && col < n)
    B[col * n + row] = A[row * n + col];
}
