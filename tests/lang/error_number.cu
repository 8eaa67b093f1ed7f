__global__ void k(int* a) {
  a[0] = 12abc;
  a[1] = 99999999999999999999;
}
// expect: error 2 "'12abc' is not a number"
// expect: error 3 "does not fit into 64 bits"
// nvcc: refuses
