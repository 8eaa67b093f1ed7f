// A table of 32 rows in shared memory. It is filled row by row; then each lane adds up a row of its own.
// In every step of that sum the lanes stand in one column: they are `pitch` words apart.
extern "C" __global__ void row_sums(const float* in, float* out, int width, int pad) {
  extern __shared__ float table[];
  int pitch = width + pad;
  int lane = threadIdx.x;
  const float* mine = in + blockIdx.x * 32 * width;
  for (int row = 0; row < 32; ++row)
    for (int col = lane; col < width; col += 32)
      table[row * pitch + col] = mine[row * width + col];  // @row
  __syncthreads();
  float sum = 0.0f;
  for (int col = 0; col < width; ++col)
    sum += table[lane * pitch + col];  // @column
  out[blockIdx.x * 32 + lane] = sum;
}
