struct Body { float x, y, m; };
typedef struct { int a; short b[3]; } Pair;
struct __align__(16) Vec { float v[4]; };
union Bits { float f; unsigned u; };
enum Color { RED, GREEN = 5, BLUE };
enum class Kind : unsigned char { A, B };
__global__ void k(Body* b, Pair* p, Vec* v, int* out) {
  int i = threadIdx.x;
  b[i].x += b[i].m * 2;
  p[i].b[1] = p->a;
  v[i].v[0] = 1;
  Body local = {1, 2, 3};
  b[i] = local;
  Bits bits;
  bits.f = 1.0f;
  out[i] = GREEN + (int)Kind::B + bits.u;
}
// expect: ok
