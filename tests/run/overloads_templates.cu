// launch: kernel=k grid=1 block=1 out=zero:12
// expect: out = 1,2,3,4,5,6,9,16,7,24,3,6
__device__ int which(float) { return 2; }
__device__ int which(double) { return 3; }
__device__ int which(int, int = 0) { return 4; }
__device__ int which(const int*) { return 5; }
template <typename T> __device__ int which(T*) { return 6; }
template <typename T, int N = 3> __device__ T power(T x) {
  T p = 1;
  for (int i = 1; i < N; ++i) p *= x;
  return p;
}
template <typename T> __device__ T largest(T a, T b) { return a < b ? b : a; }
template <typename T> __device__ T largest(T a, T b, T c) { return largest(largest(a, b), c); }
template <int N> struct Product {
  static constexpr int value = N * Product<N - 1>::value;
};
template <> struct Product<0> {
  static constexpr int value = 1;
};
template <typename A, typename B> struct Pair {
  A first;
  B second;
  __device__ Pair(A a, B b) : first(a), second(b) {}
  __device__ auto sum() const { return first + second; }
};
__global__ void k(double* out) {
  const int x = 0;
  float f = 0;
  out[0] = which(1) - 3;  // the default argument fills in
  out[1] = which(1.0f);
  out[2] = which(1.0);
  out[3] = which(1, 2);
  out[4] = which(&x);
  out[5] = which(&f);
  out[6] = power(3);
  out[7] = power<double, 5>(2.0);
  out[8] = largest(3, 7, 5);
  out[9] = Product<4>::value;
  Pair<int, double> pair(1, 2.5);
  out[10] = pair.sum() - 0.5;
  out[11] = which<float>(&f);
}
