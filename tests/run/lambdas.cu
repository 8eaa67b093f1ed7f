// launch: kernel=k grid=1 block=4 out=zero:4
// expect: out = 10,11,14,19
__global__ void k(int* out) {
  int base = 10;
  auto square = [](int v) { return v * v; };
  auto add = [&](int v) { base += v; };
  add(square(threadIdx.x));
  out[threadIdx.x] = base;
}
