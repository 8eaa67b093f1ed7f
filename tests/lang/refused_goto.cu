__global__ void k(int* a) {
  if (a[0]) goto end;
  a[0] = 1;
end:
  a[1] = 2;
}
// expect: error 2 "goto is outside the simulator's CUDA subset (docs/language.md)"
