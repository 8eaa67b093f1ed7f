// launch: kernel=k grid=1 block=1 out=zero:7
// expect: out = 127,63,12,31,4,2147483648,1065353216
union Bits { float f; unsigned u; unsigned char b[4]; };
__global__ void k(unsigned* out) {
  Bits bits;
  bits.f = 1.0f;
  out[0] = bits.u >> 23;
  out[1] = bits.b[3];
  out[2] = __popc(0xfff);
  out[3] = __clz(1);
  out[4] = __ffs(8);
  out[5] = __brev(1);
  out[6] = __float_as_uint(1.0f);
}
