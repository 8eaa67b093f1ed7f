#include <cooperative_groups.h>
namespace detail { namespace inner { __device__ int one() { return 1; } } constexpr int N = 4; }
namespace a::b { __device__ int two() { return 2; } }
namespace ab = a::b;
using namespace detail;
using detail::inner::one;
namespace { __device__ int three() { return 3; } }
namespace app { __global__ void k(int* out) { out[0] = detail::inner::one() + ab::two() + three() + N + ::detail::N; } }
// expect: ok
// expect: kernels k
