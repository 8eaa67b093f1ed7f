__global__ void k(float out[], const int in[][4], float (*rows)[8]) {
  float acc[4][4] = {{0.f}};
  int d[3]{1, 0, -1};
  const int e[] = {1, 2, 3};
  float (*p)[4] = acc;
  p[1][2] = 3;
  out[0] = acc[1][2] + d[0] + e[1] + in[1][2] + rows[1][2];
}
