template <class T> struct Box { T v; };
template <class T> __device__ T open(Box<Box<T>> b) { return b.v.v; }
__global__ void k(int* out) {
  Box<Box<int>> b;
  b.v.v = 3;
  out[0] = open<int>(b) >> 1;
}
// expect: ok
