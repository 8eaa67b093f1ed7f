// launch: kernel=k grid=1 block=4 out=int32:zero:4
// expect: out = 5,5,13,5
__global__ void k(int* out) {
  int i = threadIdx.x, x = 0;
  if (1 || i) x += 1;
  if (0 || i < 9) x += 4;
  if (0 && i) x += 100;
  if (1 && i == 2) x += 8;
  out[i] = x;
}
