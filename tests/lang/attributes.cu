[[nodiscard]] __device__ __forceinline__ int a() { return 1; }
__device__ __noinline__ int b() { return 2; }
__attribute__((noinline)) __device__ int c() { return 3; }
__global__ void k([[maybe_unused]] int n, int* __restrict__ out, const float* const __restrict__ in) {
  [[maybe_unused]] int x = 3;
  out[0] = a() + b() + c();
}
// expect: ok
