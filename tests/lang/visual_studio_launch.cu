__global__ void k(int* p) { p[threadIdx.x] = 1; }
int main() {
  int* p;
  k << <dim3(2, 3), 64 >> > (p);
  k<<<1, 32 >> >(p);
}
// expect: ok
// expect: launch k grid 2,3,1 block 64,1,1 shared 0
// expect: launch k grid 1,1,1 block 32,1,1 shared 0
