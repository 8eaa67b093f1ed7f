__global__ void k(int* a) {
  asm volatile("bar.sync 0;");
  asm volatile("bar.sync 0;");
  asm volatile("bar.sync 0;");
}
// expect: error 2 "inline PTX (asm) is outside"
