// launch: kernel=k grid=2,3,2 block=4,2,2 out=zero:12
// expect: out = 16*12
// launch: kernel=shape grid=2,3,4 block=3,2,1 out=zero:8
// expect: out = 3,2,1,2,3,4,32,143
__global__ void k(int* out) {
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  atomicAdd(&out[block], 1);
}
__global__ void shape(int* out) {
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  atomicMax(&out[7], block * blockDim.x * blockDim.y * blockDim.z + thread);
  if (block != 0 || thread != 0) return;
  out[0] = blockDim.x;
  out[1] = blockDim.y;
  out[2] = blockDim.z;
  out[3] = gridDim.x;
  out[4] = gridDim.y;
  out[5] = gridDim.z;
  out[6] = warpSize;
}
