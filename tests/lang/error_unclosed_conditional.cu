#ifdef NOT_DEFINED
__global__ void k(int* a) { a[0] = 1; }
// expect: error 1 "this conditional has no #endif"
// nvcc: refuses
