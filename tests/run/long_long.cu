// launch: kernel=k grid=1 block=1 out=zero:6
// expect: out = 1099511627776,4,-1,1311768467463790320,81985529216486895,4294967297
__global__ void k(long long* out) {
  long long big = 1LL << 40;
  out[0] = big;
  out[1] = big >> 38;
  out[2] = (long long)0xffffffffffffffffULL;
  out[3] = 0x123456789abcdef0LL;
  volatile unsigned long long x = 0x123456789abcdefULL;
  out[4] = x;
  out[5] = (long long)4294967297.0;
}
