// launch: grid=8 block=32 a=float32:iota:256 part=float32:zero:8 b=float32:zero:1 ticket=uint32:zero:1
// expect: race 8 13
__global__ void k(const float* a, float* part, float* b, unsigned* ticket) {
  __shared__ bool last;
  float v = a[blockIdx.x * 32 + threadIdx.x];
  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
  if (threadIdx.x == 0) {
    part[blockIdx.x] = v;
    last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  float s = threadIdx.x < gridDim.x ? part[threadIdx.x] : 0.0f;
  if (threadIdx.x == 0) b[0] = s;
}
