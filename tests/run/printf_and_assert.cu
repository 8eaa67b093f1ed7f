// launch: kernel=k grid=1 block=2 n=2
// expect: printed "lane 0 of 2: 0.50 a hi\n"
// expect: printed "lane 1 of 2: 1.50 b hi\n"
#include <assert.h>
#include <stdio.h>
__global__ void k(int n) {
  assert(n == 2);
  printf("lane %d of %u: %.2f %c %s\n", threadIdx.x, blockDim.x, threadIdx.x + 0.5f, 'a' + threadIdx.x, "hi");
}
