template <typename T> __device__ T pick(T a, T b) { return a > b ? a : b; }
template <int W = 32, bool FAST = (W > 16)> __device__ int width() { return FAST ? W : -W; }
template <class T, int B> __global__ void fill(T* p, T v) {
  __shared__ T s[B];
  s[threadIdx.x % B] = pick<T>(v, static_cast<T>(width<8>() + width()));
  __syncthreads();
  p[threadIdx.x] = pick(s[0], v);
}
template __global__ void fill<float, 32>(float*, float);
template <> __device__ int pick<int>(int a, int b) { return a; }
void host(float* p) { fill<float, 32><<<1, 32>>>(p, 1.f); }
// compile: fill<float, 32>; fill<int, 64>
