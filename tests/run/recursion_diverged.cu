// launch: kernel=k grid=1 block=8 out=zero:8
// expect: out = 0,1,1,2,3,5,8,13
__device__ int fib(int n) {
  int a[2] = {n, 1};
  if (a[0] < 2) return a[0];
  int left = fib(n - a[1]);
  return left + fib(n - 2);
}
__global__ void k(int* out) { out[threadIdx.x] = fib(threadIdx.x); }
