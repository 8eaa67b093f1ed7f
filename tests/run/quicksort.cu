// launch: kernel=k grid=1 block=2 out=zero:16
// expect: out = 1,2,3,4,5,7,8,9,2,3,4,5,6,8,9,10
__device__ void quicksort(int* a, int lo, int hi) {
  if (lo >= hi) return;
  int p = a[(lo + hi) / 2], i = lo, j = hi;
  while (i <= j) {
    while (a[i] < p) i++;
    while (a[j] > p) --j;
    if (i <= j) {
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
  quicksort(a, lo, j);
  quicksort(a, i, hi);
}
__global__ void k(int* out) {
  int local[8] = {5, 2, 8, 1, 9, 3, 7, 4};
  for (int i = 0; i < 8; ++i) local[i] += threadIdx.x;
  quicksort(local, 0, 7);
  for (int i = 0; i < 8; ++i) out[threadIdx.x * 8 + i] = local[i];
}
