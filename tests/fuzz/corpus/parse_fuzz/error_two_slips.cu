__global__ void k(int* a, int n) {
  a[0] = ;
  if (n > 3 { a[1] = 2; }
  else a[2] = 3;
  a[3] = 4;
}
// nvcc: refuses
