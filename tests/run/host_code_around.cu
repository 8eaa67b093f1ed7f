// launch: kernel=saxpy grid=2 block=4 n=7 a=2 x=iota:8 y=iota:8
// expect: y = 0,3,6,9,12,15,18,7
#include <cstdio>
#include <vector>
#define CHECK(call)                                                             \
  do {                                                                          \
    cudaError_t error = call;                                                   \
    if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));    \
  } while (0)
__global__ void saxpy(int n, float a, const float* __restrict__ x, float* __restrict__ y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}
int main() {
  std::vector<float> host(8, 1.0f);
  float *x, *y;
  CHECK(cudaMalloc(&x, host.size() * sizeof(float)));
  CHECK(cudaMalloc(&y, host.size() * sizeof(float)));
  auto launch = [&](int blocks) { saxpy<<<blocks, 4>>>(7, 2.0f, x, y); };
  launch(2);
  CHECK(cudaDeviceSynchronize());
}
