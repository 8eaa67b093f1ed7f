// launch: grid=1 block=128 a=float32:iota:1024 b=float32:zero:1024
// expect: clean
__global__ void k(const float* a, float* b) {
  __shared__ int n;
  __shared__ float out[128];
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  if (a[threadIdx.x] > 60) out[atomicAdd(&n, 1)] = a[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < n) b[threadIdx.x] = out[threadIdx.x];
}
