// launch: grid=1 block=32 a=float32:iota:1024 b=float32:zero:1024
// expect: assert 5
#include <cassert>
__global__ void k(const float* a, float* b) {
  assert(a[threadIdx.x] != 17);
  b[threadIdx.x] = 1;
}
