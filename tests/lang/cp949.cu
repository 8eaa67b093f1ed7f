// 행렬 전치
__global__ void k(int* out) { out[0] = 1; }
// expect: ok
// expect: note "CP949"
