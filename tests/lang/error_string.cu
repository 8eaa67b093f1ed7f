#include <cstdio>
__global__ void k(int* a) {
  printf("no end);
  a[0] = 1;
}
// expect: error 3 "this text is not closed"
// nvcc: refuses
