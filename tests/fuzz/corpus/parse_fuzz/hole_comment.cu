__global__ void k(int* a, int n) {
  int i = /* TODO: global index */;
  if (/* FIXME */) a[i] = 1;
}
// nvcc: refuses
