// launch: kernel=k grid=1 block=4 out=zero:4
// expect: out = 11,22,34,47
// launch: kernel=nested grid=1 block=1 out=zero:5
// expect: out = 6,60,9,5,24
__device__ const int kSteps[4] = {1, 2, 4, 7};
constexpr int kBase = 10, kTwice = kBase * 2;
__device__ const float kScale[] = {1.f, 1.f, 1.f, 1.f};
__constant__ int kGrid[2][3] = {{1, 2, 3}, {4, 5}};
__constant__ struct {
  int rows, columns;
} kShape = {2, 3};
__host__ __device__ constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__global__ void k(int* out) {
  const int steps[] = {0, 0, 0, 0};
  out[threadIdx.x] = kSteps[threadIdx.x] * kScale[threadIdx.x] + kBase * (threadIdx.x + 1) + steps[threadIdx.x];
}
__global__ void nested(int* out) {
  int s = 0;
  for (int c = 0; c < kShape.columns; ++c) s += kGrid[0][c];
  out[0] = s;
  out[1] = kTwice * kShape.columns;
  out[2] = kGrid[1][0] + kGrid[1][1] + kGrid[1][2];
  static const int primes[] = {2, 3, 5};
  out[3] = primes[2];
  int sized[factorial(4)];
  out[4] = sizeof(sized) / sizeof(int);
}
