// Wide loads, but neighbouring lanes are four particles apart.
__global__ void move(float4* p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 4 != 0) return;
  for (int k = i; k < i + 4; ++k) {
    float4 v = p[k];
    v.x += v.z * 0.5f;
    v.y += v.w * 0.5f;
    p[k] = v;
  }
}
