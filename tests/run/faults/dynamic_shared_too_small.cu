// launch: grid=1 block=64 shared=128 a=float32:iota:1024 b=float32:zero:1024
// expect: bounds 5 7
extern __shared__ float s[];
__global__ void k(const float* a, float* b) {
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  b[threadIdx.x] = s[threadIdx.x];
}
