// launch: kernel=k grid=1 block=1 out=zero:4 d=zero:3
// expect: out = 1,0,0.1,3
// expect: d = 0.1,0.10000000149011612,1e300
__global__ void k(float* out, double* d) {
  float x = 16777216.0f;
  out[0] = (float)((x + 1.0) - x);
  out[1] = (x + 1.0f) - x;
  out[2] = 0.1;
  out[3] = 7 / 2;
  d[0] = 0.1;
  d[1] = 0.1f;
  d[2] = 1e150 * 1e150;
}
