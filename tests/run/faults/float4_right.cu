// launch: grid=1 block=32 a=float32:iota:1024 b=float32:zero:1024
// expect: clean
__global__ void k(const float* a, float* b) {
  float4 v = reinterpret_cast<const float4*>(a + 4)[threadIdx.x];
  reinterpret_cast<float4*>(b)[threadIdx.x] = v;
}
