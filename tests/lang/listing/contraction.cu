// Which products are fused, as nvcc for sm_90 fuses them (its machine code, line by line).
__device__ float times(float a, float b) { return a * b; }
__global__ void contraction(float* o, float a, float b, float c, float d) {
  o[0] = a * b + c;
  o[1] = a * d + c * d;          // the first product
  o[2] = a * c - b * d;
  o[3] = -(a * d) + c;
  o[4] = c - b * b;
  o[5] = b * c - d;
  o[6] = d * d + c * c + b * b;  // a product, then two fused
  float t = d * b;               // a name changes nothing ...
  o[7] = t + a;
  float u = c * d * a;
  o[8] = u + a;                  // ... another use does
  o[9] = u;
  if (a > 0) o[10] = times(a, a) + b;
  o[11] = c / 2.0f + a;          // a division by a power of two is a product
  o[12] = __fadd_rn(__fmul_rn(a, c), d);
}
