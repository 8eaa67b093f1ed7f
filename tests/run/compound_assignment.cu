// On members, elements of members, shared words, vector members and through references.
// launch: kernel=k grid=1 block=2 out=zero:20
// expect: out = 7,12,1,28,6,-2,3.5,4,9,2,8,14,1,28,6,-2,3.5,4,9,3
struct Cell {
  int n;
  float w[2];
  struct {
    unsigned bits;
  } in;
};
__device__ void grow(int& n, int by) { n += by; }
__global__ void k(float* out) {
  __shared__ int words[2];
  __shared__ Cell cells[2];
  const int t = threadIdx.x;
  float* o = out + t * 10;
  Cell cell = {5, {1.5f, 2.f}, {3u}};
  cell.n += 2;
  grow(cell.n, t);
  o[0] = cell.n;
  cell.n *= 2;
  o[1] = cell.n - 2;
  cell.in.bits &= 1u;
  o[2] = cell.in.bits;
  cell.in.bits |= 6u;
  cell.in.bits <<= 2;
  o[3] = cell.in.bits;
  words[t] = 20;
  words[t] /= 3;
  o[4] = words[t];
  words[t] -= 8;
  o[5] = words[t];
  cell.w[1] += cell.w[0];
  o[6] = cell.w[1];
  float4 v = make_float4(1, 2, 3, 4);
  v.y *= 2;
  o[7] = v.y;
  cells[t] = cell;
  cells[t].n = 1;
  cells[t].n ^= 8;
  o[8] = cells[t].n;
  int m = 14 + t;
  m %= 4;
  o[9] = m;
}
