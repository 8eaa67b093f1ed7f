// launch: grid=1 block=2048 a=float32:iota:1024 b=float32:zero:1024
// expect: launch
__global__ void k(const float* a, float* b) { b[threadIdx.x % 1024] = 1; }
