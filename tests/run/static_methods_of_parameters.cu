// launch: kernel=fold<float,Sum<float>> grid=1 block=4 p=data:1,2,3,4
// expect: p = 10,2,3,4
// launch: kernel=fold<int,Largest<int>> grid=1 block=4 p=data:7,9,-3,4
// expect: p = 9,9,-3,4
template <typename T> struct Sum {
  static __device__ T identity() { return T(0); }
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct Largest {
  static __device__ T identity() { return Other::lowest(); }
  struct Other {
    static __device__ T lowest() { return T(-100); }
  };
  __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};
template <typename T, class Op> __global__ void fold(T* p, Op op = Op{}) {
  if (threadIdx.x != 0) return;
  T v = Op::identity();
  for (int i = 0; i < 4; ++i) v = op(v, p[i]);
  p[0] = v;
}
