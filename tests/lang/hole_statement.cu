__global__ void k(int* a) {
  ...
  a[0] = 1;
}
// expect: error 2 "a blank to fill in"
// nvcc: refuses
