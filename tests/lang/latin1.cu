// réduction
__global__ void k(int* out) { out[0] = 1; }
// expect: ok
// expect: note "Latin-1"
