// The row of A four at a time, as a compiler would after unrolling.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int n) {
  __shared__ __align__(16) float tileA[TILE * TILE];
  __shared__ float tileB[TILE * TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * TILE + x;
  int row = blockIdx.y * TILE + y;
  float sum = 0.0f;
  for (int start = 0; start < n; start += TILE) {
    tileA[y * TILE + x] = row < n && start + x < n ? A[row * n + start + x] : 0.0f;
    tileB[y * TILE + x] = start + y < n && col < n ? B[(start + y) * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; k += 4) {
      float4 a = *(const float4*)&tileA[y * TILE + k];
      sum += a.x * tileB[k * TILE + x] + a.y * tileB[(k + 1) * TILE + x];
      sum += a.z * tileB[(k + 2) * TILE + x] + a.w * tileB[(k + 3) * TILE + x];
    }
    __syncthreads();
  }
  if (row < n && col < n) C[row * n + col] = sum;
}
