__global__ void k(int* a) {
  int i = ???;
  a[i] = 1;
}
// expect: error 2 "a blank to fill in"
// nvcc: refuses
