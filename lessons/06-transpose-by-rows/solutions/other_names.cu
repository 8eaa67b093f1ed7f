// The same by splitting the thread's number the other way.
__global__ void transpose(const float* A, float* B, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int row = tid % n;
  int col = tid / n;
  if (tid < n * n)
    B[col * n + row] = A[row * n + col];
}
