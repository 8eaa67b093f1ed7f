// Five repaired; job five is as it was.

__device__ void job_one(const float* in, float* out) {
  for (int k = threadIdx.x; k < 1024; k += 256) out[k] = in[k] * 2.0f;  // @one
}

__device__ void job_two(const float* in, float* out) {
  __shared__ float tile[32][33];
  int x = threadIdx.x % 32, y = threadIdx.x / 32;
  for (int r = y; r < 32; r += 8) tile[r][x] = in[r * 32 + x];
  __syncthreads();
  for (int r = y; r < 32; r += 8) out[r * 32 + x] = tile[x][r];
}

__device__ void job_three(const float* in, float* out) {  // four warps take the even elements, four the odd ones
  int half = threadIdx.x / 128, t = threadIdx.x % 128;
  for (int k = 2 * t + half; k < 1024; k += 256) {
    float v = in[k];
    if (half == 0)
      for (int r = 0; r < 32; ++r) v = v * 0.5f + 1.0f;
    out[k] = v;
  }
}

__device__ void job_four(const float* in, float* out) {  // the lanes share the row
  int row = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0.0f;
  for (int k = lane; k < 128; k += 32) sum += in[row * 128 + k];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (lane == 0) out[row] = sum;
}

__device__ void job_five(const float* in, float* out) {  // the first 256 numbers in reverse order
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[255 - threadIdx.x];
}

__device__ void job_six(const float* in, int* total) {  // each warp adds up first
  int v = (int)in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  __shared__ int sums[8];
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x != 0) return;
  int sum = 0;
  for (int w = 0; w < 8; ++w) sum += sums[w];
  atomicAdd(total, sum);
}

__global__ void jobs(const float* in, float* out, int* total) {
  int at = (blockIdx.y * gridDim.x + blockIdx.x) * 1024;
  switch (blockIdx.y) {
    case 0: job_one(in + at, out + at); break;
    case 1: job_two(in + at, out + at); break;
    case 2: job_three(in + at, out + at); break;
    case 3: job_four(in + at, out + at); break;
    case 4: job_five(in + at, out + at); break;
    case 5: job_six(in + at, total); break;
  }
}
