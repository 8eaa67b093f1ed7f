// launch: kernel=k grid=1 block=1 out=zero:26
// expect: out = -3,-2,-2,-3,-2,2,1,-1,2,5,0.5,3,0.75,-3,8,0.25,1,3,1,0,1,1,0.5,7,4,0
__global__ void k(double* out) {
  out[0] = floor(-2.5);
  out[1] = ceil(-2.5);
  out[2] = trunc(-2.9);
  out[3] = round(-2.5);
  out[4] = rint(-2.5);
  out[5] = rintf(1.5f);
  out[6] = fmod(7.0, 3.0);
  out[7] = remainder(8.0, 3.0);  // 8 - 3 * 3
  out[8] = fdim(5.0, 3.0);
  out[9] = hypot(3.0, 4.0);
  out[10] = rsqrt(4.0);
  out[11] = cbrt(27.0);
  double whole;
  out[12] = modf(-3.75, &whole) + 1.5;
  out[13] = whole;
  out[14] = ldexp(1.0, 3);
  int exponent;
  out[15] = frexp(8.0, &exponent) - 0.25;  // 0.5 * 2^4
  out[16] = copysign(1.0, 5.0);
  out[17] = exponent - 1;
  out[18] = isnan(NAN) && isinf(-INFINITY) && isfinite(1.0f);
  out[19] = signbit(0.0f);
  out[20] = fma(2.0, 3.0, -5.0);
  out[21] = __saturatef(4.0f);
  out[22] = __fdividef(1.0f, 2.0f);
  out[23] = fmax(fmin(9.0, 7.0), (double)NAN);
  out[24] = abs(-4);
  out[25] = exp(0.0) - pow(5.0, 0.0);
}
