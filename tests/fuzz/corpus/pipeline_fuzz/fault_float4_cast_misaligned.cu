// launch: grid=1 block=32 a=float32:iota:1024 b=float32:zero:1024
// expect: misaligned 4
__global__ void k(const float* a, float* b) {
  float4 v = ((const float4*)(a + 2))[threadIdx.x];
  b[threadIdx.x] = v.x + v.y + v.z + v.w;
}
