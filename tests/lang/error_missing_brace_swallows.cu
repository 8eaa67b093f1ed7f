__global__ void a(int* p) {
  if (threadIdx.x < 3) {
    p[0] = 1;
}

__global__ void b(int* p) { p[0] = 1; }
// expect: error 6 "a '}' is missing above this line"
// nvcc: refuses
