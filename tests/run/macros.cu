// launch: kernel=k grid=1 block=1 out=zero:5
// expect: out = 7,12,3,42,1
#define ADD(a, b) ((a) + (b))
#define BAD(a, b) a* b
#define JOIN(a, b) a##b
#define CHECKED(...) \
  do {               \
    __VA_ARGS__;     \
  } while (0)
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700 || !defined(__CUDA_ARCH__)
#define NEW 1
#else
#define NEW 0
#endif
__global__ void k(int* out) {
  out[0] = ADD(3, 4);
  out[1] = BAD(2 + 4, 2) + 2;
  int JOIN(va, lue) = 3;
  out[2] = value;
  CHECKED(out[3] = 42);
  out[4] = NEW;
}
