__global__ void k(int* a, int n) {
  int i = ____;
  if (i < n) a[i] = __FIXME__;
}
// expect: error 2 "a blank to fill in"
// expect: error 3 "a blank to fill in"
// nvcc: refuses
