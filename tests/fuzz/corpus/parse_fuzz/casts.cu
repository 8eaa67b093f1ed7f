typedef float real;
using word = unsigned int;
__global__ void k(float* f, unsigned char* raw, int n) {
  int* q = reinterpret_cast<int*>(raw + 4);
  char* c = (char*)f;
  real r = (real)n / 2 + real(n) + (real)(n * 2);
  word w = (word)n & 3u;
  float4 v = reinterpret_cast<const float4*>(f)[0];
  ((float4*)f)[1] = v;
  const float* cf = const_cast<const float*>(f);
  q[0] = static_cast<int>(r) + (int)w + (n) - 1 + *c + (int)cf[0];
  f[0] = -(float)n * (n)+ sizeof(float) + sizeof(float[4]) + sizeof v + sizeof(int*);
}
