// launch: grid=1 block=8,8 a=float32:iota:64
// expect: race 4
__global__ void k(float* a) {
  a[threadIdx.x * 8 + threadIdx.y] = a[threadIdx.y * 8 + threadIdx.x];
}
