// Lanes stand side by side in a row of B; the read jumps instead.
__global__ void transpose(const float* A, float* B, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int row = tid / n;
  int col = tid % n;
  if (tid < n * n)
    B[row * n + col] = A[col * n + row];
}
