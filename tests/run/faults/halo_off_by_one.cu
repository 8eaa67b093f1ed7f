// launch: grid=4 block=64 a=float32:iota:1024 b=float32:zero:1024 n=256
// expect: bounds 5
__global__ void k(const float* a, float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] + a[i + 768 + 1];
}
