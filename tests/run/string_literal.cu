// launch: kernel=k grid=1 block=5 out=zero:6
// expect: out = 104,101,108,108,111,0
__global__ void k(char* out) {
  const char* text = "hello";
  out[threadIdx.x] = text[threadIdx.x];
}
