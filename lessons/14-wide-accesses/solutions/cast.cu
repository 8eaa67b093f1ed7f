// The struct keeps its name; the access is widened where it happens, and only the position is written back.
struct Particle {
  float x, y, vx, vy;
};

__global__ void move(Particle* p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = *(const float4*)&p[i];
  *(float2*)&p[i] = make_float2(v.x + v.z * 0.5f, v.y + v.w * 0.5f);
}
