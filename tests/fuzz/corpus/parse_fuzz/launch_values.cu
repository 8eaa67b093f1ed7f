#define BLOCK 128
const int N = 1 << 20;
__global__ void k(float* p, int n) { p[threadIdx.x] = n; }
void run(float* p, int user) {
  int threads = BLOCK;
  int blocks = (N + threads - 1) / threads;
  k<<<blocks, threads, threads * sizeof(float)>>>(p, N);
  dim3 block(16, 16);
  dim3 grid((N + block.x - 1) / block.x, 2);
  k<<<grid, block>>>(p, 7);
  int g = (int)ceil(user / 256.0);
  k<<<g, 256>>>(p, user);
  for (int s = 64; s > 0; s /= 2) k<<<1, s>>>(p, 1);
  int m = 3;
  if (user) m = 4;
  k<<<m, 32>>>(p, m);
  dim3 d;
  d.x = 5;
  k<<<d, dim3{8, 4}, 0, 0>>>(p, 1);
}
