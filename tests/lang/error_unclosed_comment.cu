// expect: error 4 "this comment is never closed"
// nvcc: refuses
__global__ void k(int* a) { a[0] = 1; }
/* the rest
