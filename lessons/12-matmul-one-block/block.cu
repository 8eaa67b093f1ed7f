// A matrix product that one block computes alone: A is 32 x DEPTH, B is DEPTH x 32, C is 32 x 32.
#ifndef DEPTH
#define DEPTH 64
#endif

// Straight from global memory.
__global__ void product_plain(const float* A, const float* B, float* C) {
  int col = threadIdx.x;
  int row = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < DEPTH; ++k)
    sum += A[row * DEPTH + k] *  // @read_a
           B[k * 32 + col];      // @read_b
  C[row * 32 + col] = sum;       // @write_c
}

// As in many a book: the row is threadIdx.x; one thread copies a row, another one a column.
__global__ void product_book(const float* A, const float* B, float* C) {
  __shared__ float sA[32][DEPTH];
  __shared__ float sB[DEPTH][32];
  int row = threadIdx.x;
  int col = threadIdx.y;
  if (row == 0)
    for (int k = 0; k < DEPTH; ++k) sB[k][col] = B[k * 32 + col];  // @copy_b
  if (col == 0)
    for (int k = 0; k < DEPTH; ++k) sA[row][k] = A[row * DEPTH + k];  // @copy_a
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < DEPTH; ++k)
    sum += sA[row][k] *     // @use_a
           sB[k][col];      // @use_b
  C[row * 32 + col] = sum;  // @write_c
}

// The axes exchanged: neighbouring lanes are neighbouring columns. The copying is as before.
__global__ void product_axis(const float* A, const float* B, float* C) {
  __shared__ float sA[32][DEPTH];
  __shared__ float sB[DEPTH][32];
  int col = threadIdx.x;
  int row = threadIdx.y;
  if (row == 0)
    for (int k = 0; k < DEPTH; ++k) sB[k][col] = B[k * 32 + col];  // @copy_b
  if (col == 0)
    for (int k = 0; k < DEPTH; ++k) sA[row][k] = A[row * DEPTH + k];  // @copy_a
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < DEPTH; ++k)
    sum += sA[row][k] *     // @use_a
           sB[k][col];      // @use_b
  C[row * 32 + col] = sum;  // @write_c
}

// All threads copy, each its share, in the order in which the numbers lie.
__global__ void product_together(const float* A, const float* B, float* C) {
  __shared__ float sA[32][DEPTH];
  __shared__ float sB[DEPTH][32];
  int col = threadIdx.x;
  int row = threadIdx.y;
  for (int k = row * 32 + col; k < 32 * DEPTH; k += 1024) {
    sB[k / 32][k % 32] = B[k];        // @copy_b
    sA[k / DEPTH][k % DEPTH] = A[k];  // @copy_a
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < DEPTH; ++k)
    sum += sA[row][k] *     // @use_a
           sB[k][col];      // @use_b
  C[row * 32 + col] = sum;  // @write_c
}
