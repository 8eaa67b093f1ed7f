// One particle is one 16-byte load and one 16-byte store.
__global__ void move(float4* p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = p[i];
  v.x += v.z * 0.5f;
  v.y += v.w * 0.5f;
  p[i] = v;
}
