// Structs without a name of their own: the typedef names one type, wherever it is used.
// launch: kernel=pick grid=1 block=4 in=data:1,2,3,4,5,6,7,8 out=zero:4
// expect: out = 3,5,7,9
// launch: kernel=rows grid=1 block=2 in=float32:data:1,2,3,4,5,6,7,8:8 out=zero:8
// expect: out = 4,3,2,1,8,7,6,5
typedef struct {
  int x, y;
} Pair;
typedef struct __align__(8) {
  Pair first;
  float w;
  enum { kPlain, kShifted = 2 } kind;
}
Item;
typedef float(Row)[4];
__device__ Pair swapped(Pair p);
__global__ void pick(const Pair* in, int* out);
__device__ Pair swapped(Pair p) {
  Pair q = {p.y, p.x};
  return q;
}
__global__ void pick(const Pair* in, int* out) {
  const int t = threadIdx.x;
  Item item;
  item.first = swapped(in[t]);
  item.kind = Item::kShifted;
  Item copy = item;
  Pair back = copy.first;
  out[t] = back.y + copy.kind + (back.x == back.y + 1 ? 0 : 100) - (t < 0 ? Item::kPlain : 0) - t * 0;
}
__global__ void rows(const Row* in, float (*out)[4]) {
  for (int c = 0; c < 4; ++c) out[threadIdx.x][c] = in[threadIdx.x][3 - c];
}
