// Without a tile there is no conflict, and no coalesced write.
__global__ void transpose(const float* A, float* B, int n) {
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * 32 + x;
  int row = blockIdx.y * 32 + y;
  if (row < n && col < n)
    B[col * n + row] = A[row * n + col];  // @fill @turn
}
