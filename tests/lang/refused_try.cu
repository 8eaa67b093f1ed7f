__global__ void k(int* a) {
  try { a[0] = 1; } catch (...) { a[1] = 2; }
}
// expect: error 2 "exceptions (try, catch, throw) are outside"
// nvcc: refuses
