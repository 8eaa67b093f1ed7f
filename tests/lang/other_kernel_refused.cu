__global__ void bad(int* p) {
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(p[0]));
  goto end;
end:
  p[1] = 2;
}
__global__ void good(int* p) { p[0] = 1; }
// expect: ok
// compile: good
// expect: kernels bad, good
