namespace lib {
inline namespace v1 {
__device__ int lane() { return threadIdx.x % 32; }
}
namespace deep { constexpr int kOne = 1; }
}
namespace l = lib;
__global__ void k(int* p) {
  namespace d = lib::deep;
  p[l::lane()] = d::kOne + lib::lane();
}
// expect: ok
