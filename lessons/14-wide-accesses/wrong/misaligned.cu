// Begins 4 bytes too late.
__global__ void move(float* p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = *(const float4*)(p + 4 * i + 1);
  p[4 * i] += v.y * 0.5f;
}
