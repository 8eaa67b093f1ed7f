// launch: grid=2,2 block=16,16 a=float32:iota:1024 b=float32:iota:1024 c=float32:zero:1024 n=32
// expect: clean
__global__ void k(const float* a, const float* b, float* c, int n) {
  __shared__ float sa[16][16], sb[16][16];
  int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0;
  for (int t = 0; t < n / 16; ++t) {
    sa[y][x] = a[row * n + t * 16 + x];
    sb[y][x] = b[(t * 16 + y) * n + col];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += sa[y][i] * sb[i][x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
