// launch: kernel=k grid=1 block=8 out=zero:8
// expect: out = 111,11,1,1000,0,6,-1,-1
// launch: kernel=loops grid=1 block=1 out=zero:6
// expect: out = 1,4,6,25,3,12
__global__ void k(int* out) {
  int t = threadIdx.x, v = 0;
  switch (t) {
    case 0:
      v += 100;  // falls through
    case 1:
      v += 10;
    case 2:
      v += 1;
      break;
    case 3:
      v = 1000;
      break;
    case 4: {
      int inner = 0;
      v = inner;
      break;
    }
    case 5:
      for (int i = 0;; ++i) {
        if (i == 4) break;  // of the loop
        v += i;
      }
      break;
    default:
      v = -1;
  }
  out[t] = v;
}
__global__ void loops(int* out) {
  int n = 0;
  do n++;
  while (n < 0);
  out[0] = n;
  int a = 0, b = 10;
  for (; a < b; a += 2, b -= 3)
    ;
  out[1] = a == 4 ? b : -1;
  int odd = 0;
  for (int i = 0; i < 6; ++i) {
    if (i % 2 == 0) continue;
    odd += i == 5 ? 2 : i;
  }
  out[2] = odd;
  int sum = 0;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) {
      if (j > i) break;
      sum += j + 1 - (i == j ? 2 * i - i * 1 : 0);
    }
  out[3] = sum;
  int w = 100;
  while (w > 3) w /= 3;
  out[4] = w;
  int c = (w = 4, w * 3);
  out[5] = c;
}
