// launch: kernel=reverse grid=2 block=8 a=iota:16
// expect: a = 7,6,5,4,3,2,1,0,15,14,13,12,11,10,9,8
// launch: kernel=transpose grid=1 block=4,4 a=iota:16
// expect: a = 0,4,8,12,1,5,9,13,2,6,10,14,3,7,11,15
// launch: kernel=carved grid=1 block=4 shared=32 a=iota:4
// expect: a = 3,3,3,3
// launch: kernel=scalar grid=3 block=4 a=zero:3
// expect: a = 4,4,4
__global__ void reverse(int* a) {
  __shared__ int s[8];
  int i = blockIdx.x * 8 + threadIdx.x;
  s[threadIdx.x] = a[i];
  __syncthreads();
  a[i] = s[7 - threadIdx.x];
}
__global__ void transpose(int* a) {
  __shared__ int s[4][4 + 1];
  s[threadIdx.y][threadIdx.x] = a[threadIdx.y * 4 + threadIdx.x];
  __syncthreads();
  a[threadIdx.y * 4 + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
__global__ void carved(int* a) {
  extern __shared__ int buffer[];
  int* first = buffer;
  float* second = (float*)&first[blockDim.x];
  first[threadIdx.x] = a[threadIdx.x];
  second[threadIdx.x] = 3 - a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = first[threadIdx.x] + (int)second[threadIdx.x];
}
__global__ void scalar(int* a) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) a[blockIdx.x] = count;
}
