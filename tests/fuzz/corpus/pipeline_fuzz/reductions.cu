// launch: kernel=tree grid=1 block=64 shared=256 in=iota:64 out=zero:1
// expect: out = 2016
// launch: kernel=shuffled grid=1 block=64 in=iota:64 out=zero:1
// expect: out = 2016
// launch: kernel=unrolled<64> grid=1 block=64 in=iota:128 out=zero:1
// expect: out = 8128
__global__ void tree(const int* in, int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = s[0];
}
__global__ void shuffled(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int d = 16; d; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
  if (threadIdx.x % warpSize == 0) atomicAdd(out, v);
}
template <unsigned B> __device__ void last(volatile int* s, unsigned t) {
  if (B >= 64) s[t] += s[t + 32];
  if (B >= 32) s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}
template <unsigned B> __global__ void unrolled(const int* in, int* out) {
  __shared__ int s[2 * B];
  unsigned t = threadIdx.x;
  s[t] = in[t] + in[t + B];
  s[t + B] = 0;
  __syncthreads();
  if (t < 32) last<B>(s, t);
  if (t == 0) *out = s[0];
}
