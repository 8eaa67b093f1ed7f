__global__ void k(int* a) {
  atomicAdd(&a[0], 1;
  a[1] = 2;
}
// expect: error 2 "expected ')' after the arguments"
// nvcc: refuses
