// Fewer accesses because half of the work is missing.
struct Particle {
  float x, y, vx, vy;
};

__global__ void move(Particle* p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 v = *(const float2*)&p[i].vx;
  p[i].x += v.x * 0.5f;
}
