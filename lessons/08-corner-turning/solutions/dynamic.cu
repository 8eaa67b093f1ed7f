// The tile comes with the launch; 2-D indices are computed by hand.
__global__ void transpose(const float* A, float* B, int n) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * 32 + x;
  int row = blockIdx.y * 32 + y;
  if (row < n && col < n)
    tile[y * 32 + x] = A[row * n + col];
  __syncthreads();
  col = blockIdx.y * 32 + x;
  row = blockIdx.x * 32 + y;
  if (row < n && col < n)
    B[row * n + col] = tile[x * 32 + y];
}
