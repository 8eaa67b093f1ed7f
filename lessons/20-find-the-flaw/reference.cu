// What the six jobs compute, written as plainly as possible: the reference of the mission.

__device__ void job_one(const float* in, float* out) {
  for (int k = threadIdx.x; k < 1024; k += 256) out[k] = in[k] * 2.0f;  // @one
}

__device__ void job_two(const float* in, float* out) {
  for (int k = threadIdx.x; k < 1024; k += 256) out[k] = in[k % 32 * 32 + k / 32];
}

__device__ void job_three(const float* in, float* out) {  // even elements by a long formula, odd ones as they are
  for (int k = threadIdx.x; k < 1024; k += 256) {
    float v = in[k];
    if (k % 2 == 0)
      for (int r = 0; r < 32; ++r) v = v * 0.5f + 1.0f;
    out[k] = v;
  }
}

__device__ void job_four(const float* in, float* out) {
  if (threadIdx.x >= 8) return;
  float sum = 0.0f;
  for (int k = 0; k < 128; ++k) sum += in[threadIdx.x * 128 + k];
  out[threadIdx.x] = sum;
}

__device__ void job_five(const float* in, float* out) {
  out[threadIdx.x] = in[255 - threadIdx.x];
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
