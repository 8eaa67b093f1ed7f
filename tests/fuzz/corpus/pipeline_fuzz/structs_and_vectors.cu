// launch: kernel=k grid=1 block=2 b=data:1,2,3,4,5,6,7,8 out=zero:4
// expect: b = 1.5,3,3,4,5.5,7,7,8
// expect: out = 24,16,12,7
struct Inner { float x, y; };
struct Body { Inner p; float m, q; };
struct __align__(8) Flag { char c; short s; int i; };
__global__ void k(Body* b, int* out) {
  int i = threadIdx.x;
  Body t = b[i];
  t.p.x += 0.5f;
  b[i] = t;
  b[i].p.y++;
  float3 v = make_float3(1, 2, 4);
  int2 w = {3, 4};
  if (i == 0) {
    out[0] = sizeof(Body) + sizeof(Flag);
    out[1] = alignof(float4);
    out[2] = sizeof(v);
    out[3] = (int)(v.x + v.y + v.z) * (w.x < w.y);
  }
}
