#define ONE 1 \
  + 0
__global__ void k(int* out) {
  out[0] = ONE;
}
// expect: ok
