// A warp is 8 columns wide and 4 rows high.
__global__ void transpose(const float* A, float* B, int n) {
  int t = threadIdx.x;
  int warp = t / 32, lane = t % 32;
  int x = warp % 2 * 8 + lane % 8;
  int y = warp / 2 * 4 + lane / 8;
  int col = blockIdx.x * 16 + x;
  int row = blockIdx.y * 16 + y;
  if (row < n && col < n)
    B[col * n + row] = A[row * n + col];
}
