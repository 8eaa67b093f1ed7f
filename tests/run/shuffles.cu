// Every form: by lane, up, down, butterfly; narrow widths; 64-bit values; a lane out of range keeps its own.
// launch: kernel=k grid=1 block=32 out=zero:256
// expect: out = 3*32
// expect: out[32] = 0,0,1,2
// expect: out[64] = 4
// expect: out[95] = 31
// expect: out[96] = 1,0,3,2
// expect: out[128] = 0*8,8*8,16*8,24*8
// expect: out[160] = 1,2,3,3,5,6,7,7
// expect: out[192] = 1000000000031*32
// expect: out[224] = 0.5,1.5,2.5
__global__ void k(double* out) {
  const int t = threadIdx.x;
  const unsigned all = ~0u;
  out[t] = __shfl_sync(all, t, 3);
  out[32 + t] = __shfl_up_sync(all, t, 1);
  out[64 + t] = __shfl_down_sync(all, t, 4);
  out[96 + t] = __shfl_xor_sync(all, t, 1);
  out[128 + t] = __shfl_sync(all, t, 0, 8);
  out[160 + t] = __shfl_down_sync(all, t, 1u, 4);
  out[192 + t] = __shfl_sync(all, 1000000000000ll + t, 31);
  out[224 + t] = __shfl_xor_sync(all, t + 0.5, 0);
}
