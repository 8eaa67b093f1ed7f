// launch: kernel=life grid=1 block=5,5 a=data:0,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0 b=zero:25
// expect: b = 0*11,1,1,1,0*11
__global__ void life(const bool* a, bool* b) {
  int x = threadIdx.x, y = threadIdx.y, n = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      if (!dx && !dy) continue;
      n += a[(y + dy + 5) % 5 * 5 + (x + dx + 5) % 5];
    }
  b[y * 5 + x] = n == 3 || (n == 2 && a[y * 5 + x]);
}
