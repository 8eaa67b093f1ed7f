template <class T> struct Plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <class T, int B, class Op = Plus<T>> __global__ void reduce(T* p, Op op = Op()) { p[0] = op(p[0], p[B]); }
template <class T> void host(T* p) { reduce<T, 64><<<1, 64>>>(p); }
void run(float* p) { reduce<float, 32, Plus<float>><<<1, 32>>>(p); }
// expect: ok
// compile: reduce<float, 32, Plus<float>>; reduce<int, 4>
// expect: launch reduce<T, 64> grid 1,1,1 block 64,1,1 shared 0
// expect: launch reduce<float, 32, Plus<float>> grid 1,1,1 block 32,1,1 shared 0
