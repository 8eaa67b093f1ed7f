__global__ void k(int* p, float* f, unsigned long long* u) {
  int v = p[threadIdx.x];
  v += __shfl_down_sync(0xffffffff, v, 8);
  unsigned m = __ballot_sync(~0u, v > 3);
  if (__any_sync(m, v) && !__all_sync(m, v)) __syncwarp();
  atomicAdd(&p[0], 1);
  atomicAdd(f, 1.0f);
  while (atomicCAS(&p[1], 0, 1) != 0);
  __threadfence();
  atomicExch(&p[1], 0);
  p[2] = __popc(m) + __ffs(m) - 1 + __clz(v) + __ldg(&p[3]);
}
// expect: ok
