// launch: kernel=k grid=1 block=1 out=zero:4
// expect: out = 1985229328,858993459,287454020,2290649224
__global__ void k(unsigned* out) {
  volatile unsigned a = 0x76543210u, b = 0xfedcba98u, s = 0x3210u;
  out[0] = __byte_perm(a, b, s);
  volatile unsigned c = 0x33221100u, t = 0xbbbbu;
  out[1] = __byte_perm(c, 0u, t);
  volatile unsigned d = 0x11223344u;
  out[2] = __byte_perm(d, 0u, 0x3210u);
  out[3] = __byte_perm(0u, 0x88888888u, 0xccccu);
}
