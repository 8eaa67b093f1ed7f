// launch: kernel=hillis grid=1 block=8 a=iota:8
// expect: a = 0,1,3,6,10,15,21,28
// launch: kernel=blelloch grid=1 block=4 a=iota:8
// expect: a = 0,0,1,3,6,10,15,21
__global__ void hillis(int* a) {
  __shared__ int s[2][8];
  int t = threadIdx.x, in = 0;
  s[0][t] = a[t];
  __syncthreads();
  for (int d = 1; d < 8; d *= 2) {
    s[1 - in][t] = t >= d ? s[in][t] + s[in][t - d] : s[in][t];
    in = 1 - in;
    __syncthreads();
  }
  a[t] = s[in][t];
}
#define OFFSET(n) ((n) >> 5)
__global__ void blelloch(int* a) {
  __shared__ int s[16];
  int t = threadIdx.x, step = 1, n = 8;
  s[2 * t + OFFSET(2 * t)] = a[2 * t];
  s[2 * t + 1 + OFFSET(2 * t + 1)] = a[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
    step *= 2;
  }
  if (t == 0) s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    step >>= 1;
    __syncthreads();
    if (t < d) {
      int ai = step * (2 * t + 1) - 1, bi = step * (2 * t + 2) - 1;
      int x = s[ai];
      s[ai] = s[bi];
      s[bi] += x;
    }
  }
  __syncthreads();
  a[2 * t] = s[2 * t];
  a[2 * t + 1] = s[2 * t + 1];
}
