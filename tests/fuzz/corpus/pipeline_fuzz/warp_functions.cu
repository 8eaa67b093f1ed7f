// launch: kernel=k grid=1 block=32 out=zero:12
// expect: out = 7,1,32,31,2863311530,1,0,16,5,496,0,31
__global__ void k(unsigned* out) {
  int lane = threadIdx.x;
  int r0 = __shfl_sync(0xffffffff, lane, 7);
  int r1 = __shfl_xor_sync(0xffffffff, lane, 1);
  unsigned b = __ballot_sync(0xffffffff, lane & 1);
  int any = __any_sync(0xffffffff, lane == 5), all = __all_sync(0xffffffff, lane == 5);
  int up = __shfl_up_sync(0xffffffff, lane, 1);
  int narrow = __shfl_sync(0xffffffff, lane, 0, 16);
  unsigned same = __match_any_sync(0xffffffff, lane % 2);
  int sum = __reduce_add_sync(0xffffffff, lane), low = __reduce_min_sync(0xffffffff, lane),
      high = __reduce_max_sync(0xffffffff, lane);
  if (lane == 0) out[0] = r0, out[1] = r1, out[4] = b, out[5] = any, out[6] = all, out[9] = sum, out[10] = low, out[11] = high;
  if (lane == 6) out[8] = up;
  if (lane == 20) out[7] = narrow;
  if (lane == 31) out[2] = __popc(__activemask()) * 32, out[3] = __popc(same) + 15;
}
