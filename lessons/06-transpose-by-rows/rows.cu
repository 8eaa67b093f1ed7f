// B = A transposed, n x n floats, one thread an element. A thread's number is split into row and column.
// Try 0 reads along the rows and writes down the columns; try 1 the other way round.
extern "C" __global__ void try0(const float* A, float* B, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int row = tid / n;
  int col = tid % n;
  if (tid < n * n) {
    float x = A[row * n + col];  // @read
    B[col * n + row] = x;        // @write
  }
}
extern "C" __global__ void try1(const float* A, float* B, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int row = tid / n;
  int col = tid % n;
  if (tid < n * n) {
    float x = A[col * n + row];  // @read
    B[row * n + col] = x;        // @write
  }
}
