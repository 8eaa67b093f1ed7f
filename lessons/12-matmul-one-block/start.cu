// C = A * B: A is 32 x DEPTH, B is DEPTH x 32. One block of 32 x 32 threads.
// The result is right. Neighbouring lanes, however, walk down columns, and most threads watch the copying.
#ifndef DEPTH
#define DEPTH 64
#endif

__global__ void product(const float* A, const float* B, float* C) {
  __shared__ float sA[32][DEPTH];
  __shared__ float sB[DEPTH][32];
  int row = threadIdx.x;
  int col = threadIdx.y;
  if (row == 0)
    for (int k = 0; k < DEPTH; ++k) sB[k][col] = B[k * 32 + col];
  if (col == 0)
    for (int k = 0; k < DEPTH; ++k) sA[row][k] = A[row * DEPTH + k];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < DEPTH; ++k) sum += sA[row][k] * sB[k][col];
  C[row * 32 + col] = sum;
}
