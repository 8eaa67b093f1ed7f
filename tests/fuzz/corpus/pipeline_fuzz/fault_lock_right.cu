// launch: grid=4 block=1 lock=int32:zero:1 sum=float32:zero:1
// expect: clean
__global__ void k(int* lock, float* sum) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence();
  sum[0] = sum[0] + 1.0f;
  __threadfence();
  atomicExch(lock, 0);
}
