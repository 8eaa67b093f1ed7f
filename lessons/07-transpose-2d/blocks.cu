// B = A transposed, n x n floats. Blocks of two dimensions: a warp covers several rows.
extern "C" __global__ void try2(const float* A, float* B, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < n) {
    float x = A[row * n + col];  // @read
    B[col * n + row] = x;        // @write
  }
}
