#include <assert.h>
#include <stdio.h>
__global__ void k(int n) {
  printf("b%d t%d v=%.2f "
         "%s\n", blockIdx.x, threadIdx.x, 1.5, "x");
  assert(n > 0 && "positive");
}
// expect: ok
