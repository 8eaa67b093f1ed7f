template <bool VEC, typename T> __global__ void k(T* out) {
  static_assert(sizeof(T) == 4, "four bytes");
  if constexpr (VEC) out[0] = 1; else out[0] = 2;
}
// expect: ok
// compile: k<true, float>
// expect: kernels k
