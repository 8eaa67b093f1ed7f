constexpr int U = 4;
__global__ void k(float* a) {
#pragma unroll
  for (int i = 0; i < 4; ++i) a[i] = i;
  #pragma unroll U
  for (int i = 0; i < 4; ++i) a[i] += i;
#pragma nounroll
  for (int i = 0; i < 4; ++i)
#pragma unroll 2
    for (int j = 0; j < 4; ++j) a[i] += j;
#pragma omp parallel
  _Pragma("unroll") for (int i = 0; i < 4; ++i) a[i] *= 2;
}
// expect: ok
