__global__ void k(int* a int n) {
  a[0] = n;
}
__global__ void ok(int* a) { a[0] = 1; }
// expect: error 1 "expected ',' or ')' after the parameter"
// expect: kernels k, ok
// nvcc: refuses
