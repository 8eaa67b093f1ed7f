#define B 16
const int W = 4;
enum { H = 8 };
extern __shared__ float dyn[];
__global__ void k(float* out) {
  __shared__ float tile[B][B + 1], more[2 * B];
  __shared__ int head;
  __shared__ float cube[H][W][2];
  volatile __shared__ int flag;
  float* A = dyn;
  int* C = (int*)(A + B);
  if (!threadIdx.x) { head = 0; flag = 1; }
  tile[threadIdx.x][0] = 1; more[threadIdx.x] = 2; cube[0][0][0] = 3; C[0] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][0] + head + flag;
}
