// launch: kernel=k grid=1 block=8 out=zero:8
// expect: out = 1,2,32,4,-1,-1,6,10
__global__ void k(int* out) {
  int t = threadIdx.x, r = 0;
  switch (t) {
    case 0: r = 1; break;
    case 1: r = 2; break;
    case 2: r = 30;
    case 3: r += 2; break;
    case 6: r = 6; break;
    case 7: {
      do r++;
      while (r < 10);
      break;
    }
    default: r = -1;
  }
  if (t == 3)
    for (int i = 0, j = 10; i < j; ++i, --j) {
      if (i == 1) continue;
      if (j == 7) break;
      r++;
    }
  out[t] = r;
}
