__global__ void k(float* out) {
  float w[3] = {1, 2, 3};
  float s = 0;
  auto sq = [&](float v) { return v * v; };
  for (float x : w) s += sq(x);
  out[0] = s;
}
