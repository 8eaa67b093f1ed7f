// Arrays of aligned structs: wide steps, padding at the end, members after each other.
// launch: kernel=k grid=1 block=4 out=zero:12
// expect: out = 0,16,0,16,16,1,32,16,4,48,16,9
struct __align__(16) Body {
  float x, y, m;
};
struct Tail {
  double d;
  char c;
};
__global__ void k(int* out) {
  __shared__ Body bodies[4];
  const int t = threadIdx.x;
  Body* b = &bodies[t];
  b->x = t;
  b->y = b->x * b->x;
  bodies[t].m = sizeof(Tail);
  __syncthreads();
  Body copy = bodies[t];
  out[t * 3] = (int)((char*)b - (char*)bodies);
  out[t * 3 + 1] = (int)copy.m;
  out[t * 3 + 2] = (int)copy.y;
}
