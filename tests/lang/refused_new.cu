__global__ void k(int* a) {
  int* p = new int[3];
  a[0] = 1;
}
// expect: error 2 "new and delete are outside the simulator's CUDA subset"
