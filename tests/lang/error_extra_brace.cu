__global__ void a(int* p) {
  p[0] = 1;
}
}
__global__ void b(int* p) { p[0] = 1; }
// expect: error 4 "this '}' closes nothing"
// nvcc: refuses
