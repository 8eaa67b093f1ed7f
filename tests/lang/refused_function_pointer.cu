__global__ void k(int* a) {
  int (*f)(int) = nullptr;
  a[0] = 1;
}
// expect: error 2 "function pointers are outside the simulator's CUDA subset"
