// launch: kernel=k grid=2 block=32 c=zero:9 f=zero:1 d=zero:2
// expect: c = 64,63,-31,64,4294967295,0,64,4,1
// expect: f = 32
// expect: d = 64,32
__device__ double add_by_cas(double* address, double v) {
  unsigned long long* a = (unsigned long long*)address;
  unsigned long long old = *a, assumed;
  do {
    assumed = old;
    old = atomicCAS(a, assumed, __double_as_longlong(v + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ int lock = 0;
__global__ void k(long long* c, float* f, double* d) {
  __shared__ int least, cells[1];
  __shared__ unsigned wrapped;
  if (threadIdx.x == 0) least = 0, cells[0] = 0, wrapped = 0;
  __syncthreads();
  atomicAdd((unsigned long long*)&c[0], 1ull);
  atomicMax(&c[1], (long long)(blockIdx.x * 32 + threadIdx.x));
  atomicMin(&least, -(int)threadIdx.x);
  atomicInc(&wrapped, 4u);
  atomicOr((unsigned long long*)&c[4], 1ull << threadIdx.x);
  atomicAdd(f, 0.5f);
  add_by_cas(d, 1.0);
  atomicAdd(d + 1, 0.5);
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      c[3] = c[3] + 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
  atomicAdd(&cells[0], 2);
  __syncthreads();
  if (threadIdx.x == 0 && blockIdx.x == 1) c[2] = least, c[6] = cells[0], c[7] = 2 + wrapped, c[8] = atomicExch(&cells[0], 3) == 64;
}
