__global__ void k(int* a) {
  FIXME;
  a[0] = FILL_IN + 1;
}
// expect: error 2 "a blank to fill in"
// expect: error 3 "a blank to fill in"
// nvcc: refuses
