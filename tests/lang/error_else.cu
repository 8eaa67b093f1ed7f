__global__ void k(int* a, int n) {
  if (n) a[0] = 1; a[1] = 2;
  else a[2] = 3;
  a[3] = 4;
}
// expect: error 3 "this 'else' has no 'if'"
// nvcc: refuses
