// Six small jobs, one for each blockIdx.y; blockIdx.x is the job's block, 256 threads each. Every job has one flaw.
// `in` and `out` hold 6 x 8 stretches of 1,024 floats: in + at and out + at are a block's own. Repair all six.
// Leave the comment with the @ on the lines where job one reads and writes.

__device__ void job_one(const float* in, float* out) {
  for (int k = 0; k < 4; ++k) out[threadIdx.x * 4 + k] = in[threadIdx.x * 4 + k] * 2.0f;  // @one
}

__device__ void job_two(const float* in, float* out) {  // 32 x 32: rows become columns
  __shared__ float tile[32][32];
  int x = threadIdx.x % 32, y = threadIdx.x / 32;
  for (int r = y; r < 32; r += 8) tile[r][x] = in[r * 32 + x];
  __syncthreads();
  for (int r = y; r < 32; r += 8) out[r * 32 + x] = tile[x][r];
}

__device__ void job_three(const float* in, float* out) {  // even elements by a long formula, odd ones as they are
  for (int k = threadIdx.x; k < 1024; k += 256) {
    float v = in[k];
    if (k % 2 == 0)
      for (int r = 0; r < 32; ++r) v = v * 0.5f + 1.0f;
    out[k] = v;
  }
}

__device__ void job_four(const float* in, float* out) {  // out[row] is the sum of row 0 ... 7, each of 128 numbers
  int row = threadIdx.x / 32;
  float sum = 0.0f;
  for (int k = 0; k < 128; ++k) sum += in[row * 128 + k];
  out[row] = sum;
}

__device__ void job_five(const float* in, float* out) {  // the first 256 numbers in reverse order
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[255 - threadIdx.x];
}

__device__ void job_six(const float* in, int* total) {  // adds 256 whole numbers to the total
  atomicAdd(total, (int)in[threadIdx.x]);
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
