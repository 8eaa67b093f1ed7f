__global__ void a(int* p) {
  p[0] = 1;
// expect: error 1 "this '{' is never closed"
// nvcc: refuses
