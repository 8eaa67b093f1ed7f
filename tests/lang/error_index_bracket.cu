__global__ void k(int* a) {
  a[threadIdx.x = 1;
  a[1] = 2;
}
// expect: error 2 "expected ']' after the index"
// nvcc: refuses
