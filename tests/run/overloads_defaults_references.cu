// launch: kernel=k grid=1 block=1 out=zero:6
// expect: out = 1,2,7,4,3,12
__device__ int which(int) { return 1; }
__device__ int which(float) { return 2; }
__device__ int plus(int a, int b = 4) { return a + b; }
__device__ void exchange(int& a, int& b) {
  int t = a;
  a = b;
  b = t;
}
template <class T> __device__ T larger(T a, T b) { return a > b ? a : b; }
__global__ void k(int* out) {
  out[0] = which(3);
  out[1] = which(3.f);
  out[2] = plus(3);
  out[3] = 3, out[4] = 4;
  exchange(out[3], out[4]);
  out[5] = larger(12, 7);
}
