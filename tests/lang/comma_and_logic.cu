__global__ void k(int* a, int x, int y) {
  int t = (x++, y--, x + y);
  a[0] = !x && ~y || x ^ y & 3 | (x << 2) >> 1;
  a[1] = x < y && y > 3, a[2] = t;
  a[3] ^= x; a[4] <<= 2; a[5] >>= 1; a[6] %= 3; a[7] |= 4; a[8] &= ~1;
  a[9] = x<y;
}
// expect: ok
