// launch: kernel=k grid=1 block=2 in=data:1,2,3,4,5,6,7,8 out=zero:8
// expect: out = 4,3,2,1,8,7,6,5
// launch: kernel=narrow grid=1 block=2 in=data:1,2,3,4,251,252,253,254 out=zero:8
// expect: out = 2,3,4,5,252,253,254,255
// launch: kernel=mixed grid=1 block=1 out=zero:9
// expect: out = 6,2.5,-1,3,7,1,12,2,1
__global__ void k(const float4* in, float4* out) {
  float4 v = in[threadIdx.x];
  float2 low = {v.x, v.y};
  reinterpret_cast<float2*>(out)[threadIdx.x * 2 + 1] = make_float2(low.y, low.x);
  out[threadIdx.x].x = v.w;
  (&out[threadIdx.x])->y = v.z;
}
__global__ void narrow(const uchar4* in, uchar4* out) {
  uchar4 p = in[threadIdx.x];
  p.x++, ++p.y;
  p.z += 1;
  p.w = p.w + 1;
  out[threadIdx.x] = p;
}
__device__ double2 operator+(double2 a, double2 b) { return make_double2(a.x + b.x, a.y + b.y); }
__device__ float3& operator*=(float3& v, float s) {
  v.x *= s, v.y *= s, v.z *= s;
  return v;
}
__global__ void mixed(double* out) {
  float3 f = make_float3(1, 2, 3);
  f *= 2;
  out[0] = f.z;
  double2 d = make_double2(1, 0.5) + make_double2(1.5, -1.5);
  out[1] = d.x;
  out[2] = d.y;
  int3 i{1, 2, 3};
  out[3] = i.z;
  longlong2 l = make_longlong2(3, 4);
  out[4] = l.x + l.y;
  dim3 g(7);
  out[5] = g.y;
  out[6] = (i.x + g.x + 4) * g.z;
  ushort2 u = make_ushort2(65535, 2);
  u.x += 3;
  out[7] = u.x;
  short4 s = make_short4(1, 2, 3, 4);
  out[8] = (&s.x)[0];
}
