// Vectors move in one access, plain structs member by member and only those that are read, aligned structs in wide ones.
struct Plain { float x, y, z, w; };
struct __align__(16) Wide { float x, y, z, w; };
__global__ void records(Plain* p, Wide* w, float4* v, float3* t, double4* d, uchar4* c, int i) {
  p[0] = p[1];
  Plain one = p[2];
  p[3].x = one.y;
  w[0] = w[1];
  v[0] = v[1];
  v[2].x = v[3].y;
  t[0] = t[1];
  d[0] = d[1];
  c[0] = c[1];
  __shared__ Plain s[64];
  s[i].z = 1.0f;
}
