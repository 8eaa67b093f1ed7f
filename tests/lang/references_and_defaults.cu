__device__ void swp(int& a, int& b) { int t = a; a = b; b = t; }
__device__ float f(float x, float k = 1.f) { return x * k; }
__device__ int f(int x) { return x; }
__device__ int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
__global__ void k(int* out, float* g) {
  int a = 1, b = 2;
  swp(a, b);
  out[0] = a + f(b) + fact(3);
  g[0] = f(2.f) + f(2.f, 3.f);
}
// expect: ok
