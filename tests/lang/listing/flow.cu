// Control flow: one branch a round, conditions without effects at once, reconvergence at the immediate post-dominator.
__device__ int early(int x) {
  if (x > 3) return 1;
  if (x < -3) return 2;
  return x;
}
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void flow(int* p, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < n; ++k) {
    if (k == 3) continue;
    if (p[k] == 7 || p[k + 1] == 8) break;
    p[k] += early(k);
  }
  switch (i) {
    case 0: p[0] = 1; break;
    case 1: p[1] = 2;
    default: p[2] = 3;
  }
  do { --i; } while (i > 0);
  while (true) {
    if (atomicAdd(&p[0], 1) > 5) break;
  }
  p[3] = fib(n) + (n > 2 ? p[4] : 0);
}
