// launch: kernel=k grid=1 block=64 out=zero:4
// expect: out = 10,0,1,63
__global__ void k(int* out) {
  int t = threadIdx.x;
  int n = __syncthreads_count(t < 10), a = __syncthreads_and(t < 10), o = __syncthreads_or(t == 40);
  __shared__ int s[64];
  s[63 - t] = t;
  __syncthreads();
  if (t == 0) out[0] = n, out[1] = a, out[2] = o, out[3] = s[0];
  if (t < 32) return;
  __syncthreads();
}
