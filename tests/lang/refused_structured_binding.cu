__global__ void k(int* a) {
  int2 v; auto [x, y] = v;
  a[0] = 1;
}
// expect: error 2 "structured bindings are outside the simulator's CUDA subset"
