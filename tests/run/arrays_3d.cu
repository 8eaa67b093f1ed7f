// launch: kernel=k grid=1 block=4 in=iota:24 out=zero:24
// expect: out = 0,4,8,12,16,20,1,5,9,13,17,21,2,6,10,14,18,22,3,7,11,15,19,23
// launch: kernel=local grid=1 block=1 out=zero:4
// expect: out = 276,23,13,6
__global__ void k(const int* in, int* out) {
  __shared__ int box[2][3][4];
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y) box[z][y][threadIdx.x] = in[(z * 3 + y) * 4 + threadIdx.x];
  __syncthreads();
  int(*layer)[3][4] = box;
  for (int i = 0; i < 6; ++i) out[threadIdx.x * 6 + i] = layer[i / 3][i % 3][threadIdx.x];
}
__global__ void local(int* out) {
  int box[2][3][4], n = 0, sum = 0;
  for (auto& layer : box)
    for (auto& row : layer)
      for (int& cell : row) cell = n++;
  for (int i = 0; i < 24; ++i) sum += (&box[0][0][0])[i];
  out[0] = sum;
  out[1] = box[1][2][3];
  int(*row)[4] = box[1];
  out[2] = row[0][1];
  out[3] = *(*(*box + 1) + 2);
}
