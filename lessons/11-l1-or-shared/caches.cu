// The same reuse, left to the L1 cache or held by hand in shared memory.
#ifndef RADIUS
#define RADIUS 3
#endif

// Each output is the sum of 2 * RADIUS + 1 neighbours: neighbouring threads read nearly the same.
__global__ void window_l1(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int d = -RADIUS; d <= RADIUS; ++d) {
    int k = min(max(i + d, 0), n - 1);
    sum += in[k];  // @read
  }
  out[i] = sum;  // @write
}

__global__ void window_own(const float* in, float* out, int n) {
  extern __shared__ float s[];
  int first = blockIdx.x * blockDim.x - RADIUS;
  for (int k = threadIdx.x; k < blockDim.x + 2 * RADIUS; k += blockDim.x)
    s[k] = in[min(max(first + k, 0), n - 1)];  // @fetch
  __syncthreads();
  float sum = 0.0f;
  for (int d = 0; d <= 2 * RADIUS; ++d) sum += s[threadIdx.x + d];  // @use
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;                 // @write
}

// Rows of 32 floats: subtract from each number the sum of its row. Each row is needed twice.
// A thread per row, everything left to the cache.
__global__ void rows_l1(float* data) {
  float* row = data + (blockIdx.x * blockDim.x + threadIdx.x) * 32;
  float sum = 0.0f;
  for (int k = 0; k < 32; ++k) sum += row[k];   // @first
  for (int k = 0; k < 32; ++k) row[k] -= sum;   // @second
}

// The same by hand: fetch 32 rows coalesced, use them twice, write them back coalesced.
__global__ void rows_own(float* data, int pad) {
  extern __shared__ float s[];
  int t = threadIdx.x, pitch = 32 + pad;
  float* tile = data + blockIdx.x * 32 * 32;
  for (int r = 0; r < 32; ++r) s[r * pitch + t] = tile[r * 32 + t];  // @fetch
  __syncwarp();
  float sum = 0.0f;
  for (int k = 0; k < 32; ++k) sum += s[t * pitch + k];  // @first
  for (int k = 0; k < 32; ++k) s[t * pitch + k] -= sum;  // @second
  __syncwarp();
  for (int r = 0; r < 32; ++r) tile[r * 32 + t] = s[r * pitch + t];  // @back
}
