__global__ void k(int* a) {
  int i = threadIdx.x
  a[i] = 1;
}
// expect: error 2 "expected ';' after this declaration"
// nvcc: refuses
