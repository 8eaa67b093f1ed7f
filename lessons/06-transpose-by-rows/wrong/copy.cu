// Coalesced both ways, but a copy: nothing is transposed.
__global__ void transpose(const float* A, float* B, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int row = tid / n;
  int col = tid % n;
  if (tid < n * n)
    B[row * n + col] = A[row * n + col];
}
