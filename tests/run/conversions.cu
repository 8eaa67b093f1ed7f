// Each of the four roundings, to whole numbers and back; out of range gives the nearest number there is.
// launch: kernel=whole grid=1 block=1 out=zero:22
// expect: out = 2,2,2,3,-2,-2,-3,-2,2,4,2147483647,-2147483648,0,0,4294967295,3,-3,4,3,2,-3,3
// launch: kernel=real grid=1 block=1 out=zero:8
// expect: out = 16777216,16777216,16777216,16777218,16777220,0.1,0,1
// launch: kernel=halves grid=1 block=1 out=zero:6
// expect: out = 1072693248,0,1,3.5,-1,1065353216
__global__ void whole(long long* out) {
  out[0] = __float2int_rn(2.5f);
  out[1] = __float2int_rz(2.5f);
  out[2] = __float2int_rd(2.5f);
  out[3] = __float2int_ru(2.5f);
  out[4] = __double2int_rn(-2.5);
  out[5] = __double2int_rz(-2.5);
  out[6] = __double2int_rd(-2.5);
  out[7] = __double2int_ru(-2.5);
  out[8] = __float2uint_rn(1.5f);
  out[9] = __double2uint_rn(3.5);
  out[10] = __float2int_rz(3e9f);
  out[11] = __float2int_rz(-3e9f);
  out[12] = __float2int_rz(NAN);
  out[13] = __float2uint_rz(-4.f);
  out[14] = __double2uint_ru(1e10);
  out[15] = __float2ll_rd(3.99f);
  out[16] = __double2ll_ru(-3.01);
  out[17] = __double2ull_ru(3.01);
  out[18] = lrintf(2.75f);
  out[19] = llrint(2.5);
  out[20] = lroundf(-2.5f);
  out[21] = llround(2.5);
}
__global__ void real(double* out) {
  out[0] = __int2float_rn(16777217);  // 2^24 + 1: a tie, to even
  out[1] = __int2float_rz(16777217);
  out[2] = __uint2float_rd(16777217u);
  out[3] = __int2float_ru(16777217);
  out[4] = __ll2float_rn(16777219ll);
  out[5] = __double2float_rn(0.1);
  out[6] = __double2float_rd(0.1) < __double2float_ru(0.1) ? 0 : 1;
  out[7] = __int2double_rn(2147483647) == 2147483647.0;
}
__global__ void halves(double* out) {
  out[0] = __double2hiint(1.0);  // 0x3ff00000
  out[1] = __double2loint(1.0);
  out[2] = __hiloint2double(0x3ff00000, 0);
  out[3] = __longlong_as_double(__double_as_longlong(3.5));
  out[4] = __int_as_float(__float_as_int(-1.f));
  out[5] = __float_as_uint(1.f);
}
