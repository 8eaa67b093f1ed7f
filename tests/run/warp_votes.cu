// launch: kernel=k grid=1 block=32 out=zero:14
// expect: out = 1,0,1,0,2863311530,32,4294901760,65535,1,0,4294967295,0,1,31
__global__ void k(unsigned* out) {
  const int t = threadIdx.x;
  const unsigned all = 0xffffffffu;
  unsigned r[14];
  r[0] = __all_sync(all, t < 32);
  r[1] = __all_sync(all, t < 31);
  r[2] = __any_sync(all, t == 5);
  r[3] = __any_sync(all, t > 31);
  r[4] = __ballot_sync(all, t & 1);
  r[5] = __popc(__activemask());
  r[6] = __match_any_sync(all, t / 16);
  r[6] = __shfl_sync(all, r[6], 31);
  r[7] = __match_any_sync(all, t / 16);
  int same = 0;
  r[10] = __match_all_sync(all, 7ull, &same);
  r[8] = same;
  r[11] = __match_all_sync(all, t, &same);
  r[9] = same;
  r[12] = __match_any_sync(all, (double)t);
  r[13] = __shfl_sync(all, t, -1);  // modulo the width
  if (t == 0)
    for (int i = 0; i < 14; ++i) out[i] = r[i];
}
