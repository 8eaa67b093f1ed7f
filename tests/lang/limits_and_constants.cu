#include <cfloat>
#include <climits>
__global__ void k(float* f, int* i, double* d) {
  f[0] = FLT_MAX; f[1] = -INFINITY; f[2] = NAN; f[3] = M_PI;
  i[0] = INT_MAX; i[1] = INT_MIN; i[2] = CHAR_BIT; i[3] = UINT_MAX;
  d[0] = DBL_MAX;
  int* p = NULL;
  if (p == nullptr) i[4] = 1;
}
// expect: ok
