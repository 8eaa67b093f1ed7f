// Neighbouring lanes are neighbouring columns, and all threads copy.
#ifndef DEPTH
#define DEPTH 64
#endif

__global__ void product(const float* A, const float* B, float* C) {
  __shared__ float sA[32][DEPTH];
  __shared__ float sB[DEPTH][32];
  int col = threadIdx.x;
  int row = threadIdx.y;
  for (int k = row * 32 + col; k < 32 * DEPTH; k += 1024) {
    sA[k / DEPTH][k % DEPTH] = A[k];
    sB[k / 32][k % 32] = B[k];
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < DEPTH; ++k) sum += sA[row][k] * sB[k][col];
  C[row * 32 + col] = sum;
}
