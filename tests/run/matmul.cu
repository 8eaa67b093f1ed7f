// launch: kernel=tiled grid=2,2 block=2,2 n=4 a=iota:16 b=data:1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2 c=zero:16
// expect: c = 0,1,2,6,4,5,6,14,8,9,10,22,12,13,14,30
#define T 2
__global__ void tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float as[T][T], bs[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0.0;
  for (int m = 0; m < n / T; ++m) {
    as[threadIdx.y][threadIdx.x] = a[row * n + m * T + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(m * T + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
