// B = A transposed. 256 threads in a row share a tile of 16 x 16 elements: a warp takes two rows of 16.
// Change which thread takes which element (x, y), so that a warp covers 8 columns and 4 rows.
__global__ void transpose(const float* A, float* B, int n) {
  int t = threadIdx.x;
  int x = t % 16;
  int y = t / 16;
  int col = blockIdx.x * 16 + x;
  int row = blockIdx.y * 16 + y;
  if (row < n && col < n)
    B[col * n + row] = A[row * n + col];
}
