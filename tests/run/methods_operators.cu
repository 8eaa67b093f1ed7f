// launch: kernel=k grid=1 block=1 out=zero:6
// expect: out = 3,8,5,12,1,2.5
class V3 {
 public:
  __host__ __device__ V3() {}
  __host__ __device__ V3(float a, float b, float c) { e[0] = a, e[1] = b, e[2] = c; }
  __device__ float operator[](int i) const { return e[i]; }
  __device__ float& operator[](int i) { return e[i]; }
  __device__ inline V3& operator+=(const V3& o);
  __device__ float dot(const V3& o) const;
  float e[3];
};
__device__ inline V3& V3::operator+=(const V3& o) {
  e[0] += o.e[0], e[1] += o.e[1], e[2] += o.e[2];
  return *this;
}
__device__ float V3::dot(const V3& o) const { return e[0] * o[0] + e[1] * o[1] + e[2] * o[2]; }
__device__ V3 operator*(float t, const V3& v) { return V3(t * v[0], t * v[1], t * v[2]); }
struct Ratio {
  int n, d;
  __device__ operator float() const { return (float)n / d; }
};
__global__ void k(float* out) {
  V3 a(1, 2, 3), b(2, 2, 2);
  a += b;
  a[1] += 4;
  out[0] = a[0], out[1] = a[1], out[2] = a[2];
  out[3] = (2.0f * b).dot(V3(1, 1, 1));
  const V3 c = b;
  out[4] = c[0] == 2;
  Ratio r = {5, 2};
  out[5] = r;
}
