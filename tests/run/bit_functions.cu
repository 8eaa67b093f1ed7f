// launch: kernel=k grid=1 block=1 out=zero:28
// expect: out = 8,24,0,32,1,32,0,2147483648,33,1,64,2,2,65535,4294967295,1,1,0,3735928559
// expect: out[19] = 4009754624,4024348094,222,7,9,4294967295,1,100,12
__global__ void k(unsigned* out) {
  out[0] = __popc(0xff00u);
  out[1] = __clz(0xff);
  out[2] = __clz(-1);
  out[3] = __clz(0);
  out[4] = __ffs(1);
  out[5] = __ffs(0x80000000);
  out[6] = __ffs(0);
  out[7] = __brev(1u);
  out[8] = __popcll(0x1ffffffffull);
  out[9] = __ffsll(1ll);
  out[10] = __clzll(0ll);
  out[11] = __clzll(0x2000000000000000ll);
  out[12] = __brevll(1ull) >> 62;
  out[13] = __umulhi(0xffff0000u, 0x10000u);              // 0xffff0000 * 2^16 = 0xffff * 2^32
  out[14] = __mulhi(-1, 1);                               // -1 >> 32
  out[15] = (unsigned)__umul64hi(1ull << 63, 2ull);       // 2^64
  out[16] = (unsigned)__mul64hi(-2ll, 1ll << 63);         // -2 * -2^63 = 2^64: the high word is 1
  out[17] = (unsigned)__mul64hi(3ll, 4ll);
  const unsigned dead = 0xdeadbeefu;
  out[18] = __funnelshift_l(0u, dead, 0);                 // hi << 0
  out[19] = __funnelshift_l(0u, 0xdeadbeefu, 24);         // 0xef000000
  out[20] = __funnelshift_r(dead, dead, 8);               // rotated right: 0xefdeadbe
  out[21] = __funnelshift_rc(0xdeu, 0u, 0);
  out[22] = __sad(2, -3, 2u);                             // |2 + 3| + 2
  out[23] = __usad(2u, 9u, 2u);
  out[24] = __byte_perm(0xffffffffu, 0u, 0x3210);
  out[25] = __funnelshift_rc(0u, 1u, 32);                 // clamped: the high word
  out[26] = __mul24(10, 10);
  out[27] = __umul24(0x01000003u, 4u);                    // the low 24 bits: 3 * 4
}
