// launch: kernel=k grid=1 block=8 out=zero:8
// expect: out = 1,0,1,0,1,0,1,0
// launch: kernel=hanoi_moves grid=1 block=1 out=zero:6
// expect: out = 0,1,3,7,15,31
// launch: kernel=ackermann grid=1 block=4 out=zero:4
// expect: out = 4,5,9,29
__device__ bool is_odd(unsigned n);
__device__ bool is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
__device__ bool is_odd(unsigned n) { return n != 0 && is_even(n - 1); }
__device__ void hanoi(int n, int from, int to, int& moves) {
  if (n == 0) return;
  hanoi(n - 1, from, 3 - from - to, moves);
  ++moves;
  hanoi(n - 1, 3 - from - to, to, moves);
}
__device__ int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
__global__ void k(int* out) { out[threadIdx.x] = is_even(threadIdx.x); }
__global__ void hanoi_moves(int* out) {
  for (int n = 0; n < 6; ++n) hanoi(n, 0, 2, out[n]);
}
__global__ void ackermann(int* out) { out[threadIdx.x] = ack(threadIdx.x, threadIdx.x == 3 ? 2 : 3); }
