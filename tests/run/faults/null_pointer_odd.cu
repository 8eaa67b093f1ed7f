// launch: grid=1 block=32 A=float32:zero:32
// expect: bounds 5
__global__ void k(float* A) {
  int* p = (int*)(A[threadIdx.x] == 0 ? (long long)3 : (long long)A);
  *p = 1;
}
