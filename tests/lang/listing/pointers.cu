// Where pointers point: shared ones are 32-bit offsets, through variables, functions and ?: too; mixed ones are generic.
__device__ float* pick(float* a, float* b, int c) { return c ? a : b; }
__device__ void exchange(int& a, int& b) { int t = a; a = b; b = t; }
__constant__ float weight[9];
__global__ void pointers(float* out, const float* in, int n) {
  extern __shared__ float pool[];
  float* first = pool;
  float* second = first + n;
  int* third = (int*)(second + n);
  third[threadIdx.x] = n;
  float* one = pick(first, second, n & 1);
  *one++ = weight[3];
  int a = n, b = 7;
  exchange(a, b);
  const float* either = n > 3 ? in : first;
  out[b] = either[a] + *one;
  int local[4] = {1, 2, 3, 4};
  out[0] = local[n & 3] + local[1];
}
