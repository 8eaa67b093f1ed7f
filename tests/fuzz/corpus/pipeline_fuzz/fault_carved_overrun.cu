// launch: grid=1 block=32 shared=256 a=float32:iota:1024 b=float32:zero:1024 n=32
// expect: bounds 8
extern __shared__ float s[];
__global__ void k(const float* a, float* b, int n) {
  float* x = s;
  float* y = s + n;
  x[threadIdx.x] = a[threadIdx.x]; y[threadIdx.x] = 0;
  __syncthreads(); x[threadIdx.x + 1] = 1;
  __syncthreads();
  b[threadIdx.x] = y[threadIdx.x] + x[threadIdx.x];
}
