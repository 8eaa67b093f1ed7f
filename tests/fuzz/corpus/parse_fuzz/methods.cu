struct C {
  float re, im;
  __device__ C(float r, float i) : re(r), im(i) {}
  __host__ __device__ float norm() const { return re * re + im * im; }
  __device__ C operator*(const C& o) const { return C(re * o.re - im * o.im, re * o.im + im * o.re); }
};
__device__ C operator+(C a, C b) { return C(a.re + b.re, a.im + b.im); }
__global__ void k(float* out) {
  C a(1, 2), b(3, 4);
  out[0] = (a * b + a).norm();
}
