// launch: kernel=k grid=1 block=2 in=data:1,2,3,4,5,6,7,8 out=zero:8
// expect: out = 22,26,4,8,1,5,9,13
__global__ void k(const float* __restrict__ in, float* out) {
  const int t = threadIdx.x, i = t * 4;
  const float4 v = __ldg(reinterpret_cast<const float4*>(in) + t);
  float s = __ldg(in + i) + __ldcg(in + i + 1) + __ldca(&in[i + 2]) + __ldcs(in + i + 3);
  s += t == 0 ? __ldcv(in + 2) + __ldlu(in + 3) + 5 : 0;
  __stcg(out + t, s);
  __stcs(out + 2 + t, v.w);
  __stwb(out + 4 + t, v.x);
  __stwt(out + 6 + t, v.y + v.z + (t ? 0 : 4));
}
