// Coalesced, but C comes out transposed.
#ifndef DEPTH
#define DEPTH 64
#endif

__global__ void product(const float* A, const float* B, float* C) {
  __shared__ float sA[32][DEPTH + 1];
  __shared__ float sB[DEPTH][32];
  int row = threadIdx.x, col = threadIdx.y;
  for (int k = col * 32 + row; k < 32 * DEPTH; k += 1024) {
    sA[k / DEPTH][k % DEPTH] = A[k];
    sB[k / 32][k % 32] = B[k];
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < DEPTH; ++k) sum += sA[row][k] * sB[k][col];
  C[col * 32 + row] = sum;
}
