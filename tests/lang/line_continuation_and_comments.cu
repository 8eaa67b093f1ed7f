__global__ void k(int* out) {  // a comment \
  that goes on
  out[0] = 1 /* in
     the middle */ + 2;
  int x\
y = 3;
  out[1] = xy;
}
// expect: ok
