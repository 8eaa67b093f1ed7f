__global__ void k(int* a) {
  asm volatile("bar.sync 0;");
  a[0] = 1;
}
// expect: error 2 "inline PTX (asm) is outside the simulator's CUDA subset"
