__global__ void k(int* a) {
  for (int i = 0, i < 4, i++) {
    a[i] = 1;
  }
  a[0] = 1;
}
// expect: error 2 "expected ';' after the first part of 'for'"
// nvcc: refuses
