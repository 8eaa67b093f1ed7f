__global__ void k(float* 값) {
  // 한국어 주석
  값[threadIdx.x] = 1;
}
// expect: ok
