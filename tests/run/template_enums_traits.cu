// launch: kernel=k<float> grid=1 block=1 out=zero:8
// expect: out = 120,24,6,12,1,0,1,1
// launch: kernel=k<int> grid=1 block=1 out=zero:8
// expect: out = 120,24,6,12,0,1,2,0
#include <type_traits>
template <int N> struct Factorial {
  enum { value = N * Factorial<N - 1>::value };
};
template <> struct Factorial<0> {
  enum { value = 1 };
};
template <int N> __device__ int local() {
  enum { kTwice = N * 2 };
  return kTwice;
}
template <typename T, typename = std::enable_if_t<std::is_arithmetic<T>::value>> __global__ void k(int* out) {
  out[0] = Factorial<5>::value;
  out[1] = Factorial<4>::value;
  out[2] = local<3>();
  out[3] = local<6>();
  if constexpr (std::is_same_v<T, float>) out[4] = 1;
  out[5] = std::is_integral_v<T> && !std::is_floating_point<T>::value;
  typename std::conditional<std::is_same<T, int>::value, short, char>::type narrow = 1;
  std::conditional_t<sizeof(T) == 4, T, double> wide = 1;
  out[6] = sizeof(narrow);
  out[7] = wide / 2 > 0;
}
