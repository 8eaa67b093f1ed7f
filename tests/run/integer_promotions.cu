// Narrow types are int in arithmetic; what is stored is cut to the type; signed and unsigned meet as unsigned.
// launch: kernel=k grid=1 block=1 out=zero:20
// expect: out = -56,200,-1,1,0,65535,1,-128,44,1,0,3,-2,1,255,-1,4,2147483647,1,2
__global__ void k(long long* out) {
  signed char c = (signed char)200;
  unsigned char u = 200;
  short s = (short)65535;
  unsigned short us = (unsigned short)-1;
  bool b = 7;
  out[0] = c;
  out[1] = u;
  out[2] = s;
  out[3] = b;
  out[4] = -1 < 1u;  // -1 becomes 4294967295
  out[5] = us;
  out[6] = us > s;  // both int: 65535 > -1
  signed char edge = 127;
  edge++;
  out[7] = edge;
  u += 100;  // 300 - 256
  out[8] = u;
  out[9] = b + b == 2;
  out[10] = (unsigned char)(u - 44);
  out[11] = 7 / 2;
  out[12] = -7 / 3;
  out[13] = 7 % -3;
  out[14] = (unsigned char)~0;
  out[15] = s >> 4;      // arithmetic
  out[16] = sizeof(c + c);
  out[17] = ~0u >> 1;
  out[18] = (int)(char)97 == 'a';
  out[19] = true + true;
}
