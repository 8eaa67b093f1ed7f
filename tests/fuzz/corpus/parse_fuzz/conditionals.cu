#define MODE 2
#if defined(MODE) && MODE > 1
#define OP +
#elif MODE == 1
#define OP -
#else
#error never
#endif
#ifdef __CUDA_ARCH__
#define DEVICE 1
#endif
#if __CUDA_ARCH__ < 300 || !defined(__CUDACC__)
#error "old"
#endif
#ifndef N
#define N 32
#endif
#if 0
don't read this "
#endif
__global__ void k(int* out) {
#if DEVICE
  out[threadIdx.x] = N OP 1;
#else
  out[threadIdx.x] = oops oops;
#endif
}
