__global__ void k(int* a, int n) {
  int i = /* TODO: global index */;
  if (/* FIXME */) a[i] = 1;
}
// expect: error 2 "a blank to fill in"
// expect: error 3 "a blank to fill in"
// nvcc: refuses
