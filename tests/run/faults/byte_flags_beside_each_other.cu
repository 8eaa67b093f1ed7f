// launch: grid=1 block=64 a=float32:iota:64 b=uint8:zero:64
// expect: clean
__global__ void k(const float* a, unsigned char* b) {
  __shared__ unsigned char f[64];
  f[threadIdx.x] = a[threadIdx.x] > 5;
  b[threadIdx.x] = f[threadIdx.x];
}
