// launch: kernel=fill<float,4> grid=1 block=4 p=zero:4 v=2
// expect: p = 8,8,8,8
// launch: kernel=fill<int> grid=1 block=2 p=zero:2 v=3
// expect: p = 6,6
template <typename T> struct Twice { static __device__ T of(T x) { return x * 2; } };
template <> struct Twice<float> { static __device__ float of(float x) { return x; } };
template <int N, typename T> __device__ T times(T x) { return x * N; }
template <typename T, int N = 1> __global__ void fill(T* p, T v) {
  if constexpr (N > 2) v = times<2>(v);
  p[threadIdx.x] = Twice<T>::of(N > 2 ? times<2>(v) : v);
}
