// launch: grid=1 block=32 a=float32:iota:1024 b=float32:zero:1024
// expect: barrier 4
__global__ void k(const float* a, float* b) {
  b[threadIdx.x] = __shfl_xor_sync(0x0000ffffu, a[threadIdx.x], 1);
}
