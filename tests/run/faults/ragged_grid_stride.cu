// launch: grid=1 block=96 a=float32:iota:1024 b=float32:zero:1024 n=200
// expect: barrier 7
__global__ void k(const float* a, float* b, int n) {
  __shared__ float s[96];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    s[threadIdx.x] = a[i];
    __syncthreads();
    b[i] = s[threadIdx.x];
  }
}
