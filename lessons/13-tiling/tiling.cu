// C = A * B for n x n floats: straight from global memory, and tile by tile.
#ifndef TILE
#define TILE 16
#endif

__global__ void product_plain(const float* A, const float* B, float* C, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || col >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k)
    sum += A[row * n + k] *  // @read_a
           B[k * n + col];   // @read_b
  C[row * n + col] = sum;    // @write_c
}

__global__ void product_tiled(const float* A, const float* B, float* C, int n) {
  __shared__ float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * TILE + x;
  int row = blockIdx.y * TILE + y;
  float sum = 0.0f;
  for (int start = 0; start < n; start += TILE) {
    tileA[y][x] = A[row * n + start + x];    // @load_a
    tileB[y][x] = B[(start + y) * n + col];  // @load_b
    __syncthreads();                         // @filled
    for (int k = 0; k < TILE; ++k)
      sum += tileA[y][k] *  // @use_a
             tileB[k][x];   // @use_b
    __syncthreads();        // @used
  }
  C[row * n + col] = sum;  // @write_c
}

// The same without the second barrier: a fast warp overwrites what a slow one still reads.
__global__ void product_one_barrier(const float* A, const float* B, float* C, int n) {
  __shared__ float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * TILE + x;
  int row = blockIdx.y * TILE + y;
  float sum = 0.0f;
  for (int start = 0; start < n; start += TILE) {
    tileA[y][x] = A[row * n + start + x];    // @load_a
    tileB[y][x] = B[(start + y) * n + col];  // @load_b
    __syncthreads();                         // @filled
    for (int k = 0; k < TILE; ++k)
      sum += tileA[y][k] *  // @use_a
             tileB[k][x];   // @use_b
  }
  C[row * n + col] = sum;  // @write_c
}

// What a compiler makes of the unrolled inner loop: four neighbours of tileA in one 16-byte load.
__global__ void product_merged(const float* A, const float* B, float* C, int n) {
  __shared__ __align__(16) float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * TILE + x;
  int row = blockIdx.y * TILE + y;
  float sum = 0.0f;
  for (int start = 0; start < n; start += TILE) {
    tileA[y][x] = A[row * n + start + x];    // @load_a
    tileB[y][x] = B[(start + y) * n + col];  // @load_b
    __syncthreads();                         // @filled
    for (int k = 0; k < TILE; k += 4) {
      float4 a = *(const float4*)&tileA[y][k];  // @use_a
      sum += a.x * tileB[k][x];                 // @use_b
      sum += a.y * tileB[k + 1][x];             // @use_b
      sum += a.z * tileB[k + 2][x];             // @use_b
      sum += a.w * tileB[k + 3][x];             // @use_b
    }
    __syncthreads();  // @used
  }
  C[row * n + col] = sum;  // @write_c
}
