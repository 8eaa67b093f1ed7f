// launch: kernel=k grid=1 block=4 out=zero:4
// expect: out = 11,22,33,11
__constant__ int weights[3] = {1, 2, 3};
__device__ int table[2][3] = {{10, 20, 30}, {0, 0, 0}};
__device__ const char text[] = "ab";
struct Sphere {
  float r;
  __device__ float twice() { return 2 * r; }
};
__constant__ Sphere spheres[2];
__global__ void k(int* out) {
  int i = threadIdx.x % 3;
  out[threadIdx.x] = weights[i] + table[0][i] + (text[2] != 0) + (int)spheres[1].twice();
}
