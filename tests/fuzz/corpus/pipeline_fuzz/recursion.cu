// launch: kernel=k grid=1 block=32 out=zero:8
// expect: out = 55,3628800,1,0,9,21,0,0
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ long long fact(int n) {
  if (n <= 1) return 1;
  return n * fact(n - 1);
}
__device__ bool is_odd(int n);
__device__ bool is_even(int n) { return n == 0 ? true : is_odd(n - 1); }
__device__ bool is_odd(int n) { return n == 0 ? false : is_even(n - 1); }
__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
__device__ int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
__global__ void k(int* out) {
  if (threadIdx.x == 0) {
    out[0] = fib(10);
    out[1] = (int)fact(10);
    out[2] = is_even(10);
    out[3] = is_odd(4);
    out[4] = ackermann(2, 3);
    out[5] = gcd(252, 105);
  }
}
