#define foo foo + bar
#define bar foo
#define id(x) x
__global__ void k(int* out) {
  int foo_ = 1;
  out[0] = id(id)(foo_);
}
// expect: ok
