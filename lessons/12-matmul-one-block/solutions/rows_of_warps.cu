// Each warp copies its own row of A, 32 numbers at a time, and every 32nd row of B.
#ifndef DEPTH
#define DEPTH 64
#endif

__global__ void product(const float* A, const float* B, float* C) {
  __shared__ float sA[32][DEPTH];
  __shared__ float sB[DEPTH][32];
  int col = threadIdx.x, row = threadIdx.y;
  for (int k = col; k < DEPTH; k += 32) sA[row][k] = A[row * DEPTH + k];
  for (int k = row; k < DEPTH; k += 32) sB[k][col] = B[k * 32 + col];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < DEPTH; ++k) sum += sA[row][k] * sB[k][col];
  C[row * 32 + col] = sum;
}
