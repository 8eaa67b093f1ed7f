// Coalesced, but a copy.
__global__ void transpose(const float* A, float* B, int n) {
  int t = threadIdx.x;
  int x = t % 16;
  int y = t / 16;
  int col = blockIdx.x * 16 + x;
  int row = blockIdx.y * 16 + y;
  if (row < n && col < n)
    B[row * n + col] = A[row * n + col];
}
