void __global__ a(float* p) { p[0] = 1; }
__global__ static void b(float* p) { p[0] = 1; }
static void __global__ c(float* p) { p[0] = 1; }
__global__ void __launch_bounds__(256) d(float* p) { p[0] = 1; }
__launch_bounds__(128, 2) __global__ void e(float* p) { p[0] = 1; }
extern "C" __global__ void f(float* p) { p[0] = 1; }
extern "C" { __global__ void g(float const* const p, float* q) { q[0] = p[0]; } }
// expect: ok
// expect: kernels a, b, c, d, e, f, g
