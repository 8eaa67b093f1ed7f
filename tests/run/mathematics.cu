// launch: kernel=k grid=1 block=1 f=zero:12 d=zero:4
// expect: f = 3,0.5,2.7182817,8,2,-3,-2,1,0.25,2,7,5
// expect: d = 1.4142135623730951,0.5403023058681398,10,2
__global__ void k(float* f, double* d) {
  volatile float x = 9.0f, q = 4.0f, one = 1.0f, h = -2.5f;
  volatile double two = 2.0, a = 1.0;
  f[0] = sqrtf(x), f[1] = rsqrtf(q), f[2] = expf(one), f[3] = powf(2.0f, 3.0f), f[4] = log2f(q);
  f[5] = floorf(h), f[6] = ceilf(h), f[7] = fminf(one, NAN), f[8] = fmodf(2.25f, 2.0f), f[9] = fmaxf(1.0f, 2.0f);
  f[10] = fmaf(2.0f, 3.0f, one), f[11] = hypotf(3.0f, 4.0f);
  d[0] = sqrt(two), d[1] = cos(a), d[2] = max(10, 3), d[3] = fabs(-two);
}
