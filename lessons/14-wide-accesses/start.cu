// Moves each particle by half of its speed. Four floats a particle: x, y and the speed in both directions.
// Right, but every member is fetched by itself, with a stride of 16 bytes. Ask for wider pieces.
struct Particle {
  float x, y, vx, vy;
};

__global__ void move(Particle* p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].x += p[i].vx * 0.5f;
  p[i].y += p[i].vy * 0.5f;
}
