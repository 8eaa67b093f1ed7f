template <typename... T> __global__ void k(int* a, T... rest) {
  a[0] = 1;
}
// expect: error 1 "variadic templates are outside"
// compile: k
