#define TILE 16
#define PITCH (TILE + 1)
#define AT(r, c) ((r) * n + (c))
#define SQUARE(x) ((x) * (x))
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define SUM(first, ...) (first + add(__VA_ARGS__))
#define LOOP for (int k = 0; k < TILE; ++k) \
    acc += k
#undef TILE
#define TILE 8
__device__ int add(int a, int b) { return a + b; }
__global__ void k(int* out, int n) {
  int acc = 0;
  LOOP;
  int CAT(va, lue) = SQUARE(acc + 1);
  out[AT(threadIdx.x, 0)] = value + SUM(1, 2, 3) + PITCH;
}
