// A warp as two rows of 16 lanes. Each lane picks a word of its own out of a table in shared memory.
extern "C" __global__ void pick_words(const float* in, float* out, int stride, int shift) {
  __shared__ float table[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    table[i] = in[i];  // @fill
  __syncthreads();
  int x = threadIdx.x % 16, y = threadIdx.x / 16;
  out[threadIdx.x] = table[x * stride + y * shift];  // @pick
}
