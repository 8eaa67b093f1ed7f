// launch: kernel=k grid=1 block=2 out=zero:12
// expect: out = 0.5,3,2,7,1,4.5,2,3,2,7,0,4.5
__global__ void k(double* out) {
  const int t = threadIdx.x;
  double* o = out + t * 6;
  o[0] = t == 0 ? 1 / 2.0 : 2;  // both sides meet as double
  o[1] = t ? 1 > 2 ? 5 : 3 : 3u;
  int x = (t, 2);
  o[2] = x;
  int y;
  o[3] = (y = 3, y + 4);
  int a = 1, b = 0;
  (t == 0 ? a : b) += t;  // a place on both sides
  o[4] = t == 0 ? a : 1 - b;
  o[5] = (t ? 4 : 4.0f) + 0.5;
}
