// launch: kernel=k grid=1 block=1 p=iota:10
// expect: p = 0,11,22,3,2,55,7,16,8,9
__global__ void k(int* p) {
  int* q = p + 1;
  *q++ = 11;
  *(q++) = 22;
  p[4] = q - p - 1;
  5[p] = 55;
  int* end = &p[10];
  end[-4] = *(end - 3);
  int** indirect = &q;
  (*indirect)[4] += 9;
}
