// launch: kernel=k grid=1 block=1 out=zero:7
// expect: out = 1,2,3,0,6,5,48
__global__ void k(int* out) {
  int a[3][2] = {{1, 2}, {3}};
  out[0] = a[0][0], out[1] = a[0][1], out[2] = a[1][0], out[3] = a[2][1];
  int sum = 0;
  for (auto& row : a)
    for (int v : row) sum += v;
  out[4] = sum;
  int flat[] = {1, 2, 3, 4, 5};
  out[5] = sizeof(flat) / sizeof(flat[0]);
  out[6] = sizeof(int[3][4]);
}
