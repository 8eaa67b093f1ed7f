// B = A transposed, n x n floats. Right, but neighbouring lanes write n words apart.
// Make neighbouring lanes write neighbouring words. Which side will have to jump then?
__global__ void transpose(const float* A, float* B, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int row = tid / n;
  int col = tid % n;
  if (tid < n * n)
    B[col * n + row] = A[row * n + col];
}
