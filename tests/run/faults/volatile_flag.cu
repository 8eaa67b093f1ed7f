// launch: grid=2 block=32 flag=int32:zero:1 data=float32:zero:32 b=float32:zero:32
// expect: clean
__global__ void k(volatile int* flag, float* data, float* b) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
    __threadfence();
    __syncthreads();
    if (t == 0) *flag = 1;
  } else {
    if (t == 0) while (*flag == 0) {}
    __syncthreads();
    __threadfence();
    b[t] = data[t];
  }
}
