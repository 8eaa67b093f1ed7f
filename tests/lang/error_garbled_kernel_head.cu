__global__ void k(float* a, int n {
  a[0] = n;
}
// expect: error 1 "after the parameter"
// nvcc: refuses
