__global__ void k(unsigned long long* u, double* d, float* f) {
  u[0] = 0xffffffffu; u[1] = 0b1010; u[2] = 017; u[3] = 18446744073709551615ull; u[4] = 1'000'000;
  d[0] = 1e-3; d[1] = .5; d[2] = 1.; d[3] = 0x1p-2; d[4] = 1e+5;
  f[0] = 1.5f; f[1] = 2.F; f[2] = 1e10f; f[3] = 3e-45f;
  u[5] = 'a' + '\n' + '\0' + '\x41';
}
