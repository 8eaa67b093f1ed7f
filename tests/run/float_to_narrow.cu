// launch: kernel=k grid=1 block=1 a=zero:4 b=zero:4 c=zero:3
// expect: a = -1,44,-3,0
// expect: b = 255,44,0,200
// expect: c = 4464,-1,-32768
__global__ void k(signed char* a, unsigned char* b, short* c) {
  float inf = __int_as_float(0x7f800000);
  volatile float big = 300.7f, minus = -3.9f, wide = 70000.0f, nan = inf - inf, two = 200.0f, deep = -32768.0f;
  a[0] = (signed char)inf, a[1] = (signed char)big, a[2] = (signed char)minus, a[3] = (signed char)nan;
  b[0] = (unsigned char)inf, b[1] = (unsigned char)big, b[2] = (unsigned char)minus, b[3] = (unsigned char)two;
  c[0] = (short)wide, c[1] = (short)inf, c[2] = (short)deep;
}
