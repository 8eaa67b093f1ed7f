// Bits beside the nearest neighbour's: a directed rounding is one step from the other one, or equal when exact.
// launch: kernel=k grid=1 block=1 out=zero:16
// expect: out = 0,1,-1,1,0,1,0,1,0,-1,1,0,1065353215,1,880803840,880803841
// launch: kernel=d grid=1 block=1 out=zero:9
// expect: out = 1,0,1,4599075939470750515,1,1,0,1,3
__device__ int step(float a, float b) { return __float_as_int(a) - __float_as_int(b); }
__device__ long long step(double a, double b) { return __double_as_longlong(a) - __double_as_longlong(b); }
__global__ void k(int* out) {
  const float tiny = __int_as_float((127 - 30) << 23), one = 1.0f, next = __int_as_float(0x3f800001);
  out[0] = step(__fadd_rz(one, tiny), one);
  out[1] = step(__fadd_ru(one, tiny), one);
  out[2] = step(-1.0f, __fadd_rd(-one, -tiny));  // away from zero: one more in the bits
  out[3] = step(__fmul_ru(next, next), __fmul_rd(next, next));
  out[4] = step(__fmul_ru(1.5f, 2.0f), 3.0f);
  out[5] = step(__fdiv_rn(1.0f, 3.0f), __fdiv_rz(1.0f, 3.0f));  // the nearest lies above
  out[6] = step(__fdiv_ru(1.0f, 3.0f), __fdiv_rn(1.0f, 3.0f));
  out[7] = step(__fsqrt_ru(2.0f), __fsqrt_rn(2.0f));  // the nearest lies below
  out[8] = step(__fsqrt_rz(2.0f), __fsqrt_rd(2.0f));
  out[9] = step(__frcp_rd(3.0f), __frcp_ru(3.0f));
  out[10] = step(__fsub_ru(3.0f, tiny), __fsub_rz(3.0f, tiny));
  out[11] = step(__fsub_rn(3.0f, tiny), 3.0f);
  out[12] = __float_as_int(__fsub_rz(one, tiny));  // 1 - 2^-24
  out[13] = step(__fadd_ru(3e38f, 3e38f), __fadd_rz(3e38f, 3e38f));  // infinity, the largest
  out[14] = __float_as_int(__fmaf_rz(next, next, -1.0f));  // 2^-22 + 2^-46 to 2^-22
  out[15] = __float_as_int(__fmaf_ru(next, next, -1.0f));
}
__global__ void d(long long* out) {
  out[0] = step(__dadd_ru(1.0, 1e-30), 1.0);
  out[1] = step(__dadd_rd(1.0, 1e-30), 1.0);
  out[2] = step(__dmul_rn(0.1, 3.0), __dmul_rd(0.1, 3.0));
  out[3] = __double_as_longlong(__dmul_rz(0.1, 3.0));  // 0x3fd3333333333333
  out[4] = step(__ddiv_ru(1.0, 3.0), __ddiv_rd(1.0, 3.0));
  out[5] = step(__dsqrt_ru(2.0), __dsqrt_rz(2.0));
  out[6] = step(__dsub_rz(2.5, 0.5), 2.0);
  out[7] = step(__drcp_ru(3.0), __drcp_rd(3.0));
  out[8] = (long long)__fma_ru(1.0, 2.0, 1e-30) + (__fma_ru(1.0, 2.0, 1e-30) > 2.0);
}
