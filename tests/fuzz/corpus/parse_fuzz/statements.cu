__global__ void k(int* a, int n) {
  for (int i = 0, j = n; i < j; i += 2, j -= 2) a[i] = j;
  for (;;) { if (n > 3) break; else continue; }
  do { n--; } while (n > 0);
  while (int m = n - 1) { n = m; break; }
  switch (n) {
    case 0:
    case 1: a[0] = 1; break;
    case 2: { int t = 3; a[t] = t; }
    default: a[1] = 2;
  }
  switch (n) case 7: a[2] = 1;
  if (int v = a[3]; v > 2) a[4] = v;
  ;
  {}
  a[5] = n > 3 ? a[0] : n < 2 ? a[1] : a[2];
}
