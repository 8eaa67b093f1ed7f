#define ADD(a, b) ((a) + (b))
__global__ void k(int* a) {
  a[0] = ADD(1);
}
// expect: error 3 "macro 'ADD' takes 2 arguments, not 1"
// nvcc: refuses
