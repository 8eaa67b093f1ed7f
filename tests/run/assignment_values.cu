// launch: kernel=k grid=1 block=1 a=zero:3 b=zero:2 c=zero:4
// expect: a = 5,3,0
// expect: b = 5,7
// expect: c = 3,4,2,1
__global__ void k(int* a, int* b, unsigned char* c) {
  a[0] = b[0] = 5;
  int i = (a[1] += 3);
  b[1] = i + 4;
  c[0] = c[1] = (unsigned char)259;
  c[1]++;
  int x = 1, y = 2;
  x ^= y ^= x ^= y;
  c[2] = x, c[3] = y;
}
