__global__ void k(int* a) {
  a[0] = 1
  a[1] = 2;
}
// expect: error 2 "expected ';' after this expression"
// nvcc: refuses
