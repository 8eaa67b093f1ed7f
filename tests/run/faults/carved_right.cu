// launch: grid=1 block=32 shared=384 a=float32:iota:1024 b=float32:zero:1024 n=32
// expect: clean
extern __shared__ float s[];
__global__ void k(const float* a, float* b, int n) {
  float* x = s;
  int* y = (int*)(x + n);
  float* z = (float*)(y + n);
  x[threadIdx.x] = a[threadIdx.x]; y[threadIdx.x] = 7; z[threadIdx.x] = 1;
  __syncthreads();
  b[threadIdx.x] = x[n - 1 - threadIdx.x] + y[threadIdx.x] + z[0];
}
