// launch: grid=2 block=48 out=int32:zero:96
// expect: clean
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ int depth_sum(int n, int seed) {
  int path[4] = {seed, seed + 1, seed + 2, seed + 3};
  if (n == 0) return path[seed & 3];
  int below = depth_sum(n - 1, seed + n);
  return below + path[(below + n) & 3];
}
__global__ void k(int* out) {
  int local[3] = {1, 2, 3};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int a = fib(i & 7);
  if (i & 1) a += depth_sum(i % 5, a);
  out[i] = a + local[i % 3];
}
