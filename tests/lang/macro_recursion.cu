__global__ void k(int* out, int foo, int bar) {
#define foo (4 + foo + bar)
#define bar (foo)
#define id(x) x
  out[0] = id(id(foo)) + bar;
}
// expect: ok
