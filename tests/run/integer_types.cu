// launch: kernel=k grid=1 block=1 out=zero:16
// expect: out = -56,44,4464,-128,1,-3,-1,4294967295,2147483648,12,-1,3,0,1000000000000,7,-8
#include <stdint.h>
__global__ void k(long long* out) {
  signed char sc = (signed char)200;
  unsigned char uc = (unsigned char)300;
  short sh = (short)70000;
  int8_t low = -128;
  bool b = 42;
  out[0] = sc, out[1] = uc, out[2] = sh, out[3] = low, out[4] = b;
  out[5] = -7 / 2;
  out[6] = -7 % 3;
  unsigned u = 0;
  out[7] = u - 1;
  out[8] = 1u << 31;
  out[9] = uint8_t(250) + uint8_t(18) - 256;
  out[10] = -1 >> 3;
  out[11] = sizeof(short) + (sizeof(long) == 8);
  out[12] = 5 > 3u - 4u;
  out[13] = 1000000LL * 1000000;
  size_t n = 7;
  out[14] = n;
  out[15] = ~7;
}
