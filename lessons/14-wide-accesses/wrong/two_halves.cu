// Half as wide as it could be: position and speed each by themselves.
__global__ void move(float2* p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 at = p[2 * i], speed = p[2 * i + 1];
  at.x += speed.x * 0.5f;
  at.y += speed.y * 0.5f;
  p[2 * i] = at;
}
