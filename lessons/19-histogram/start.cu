// bins[v] is how often the value v (0 ... 255) occurs in `in`. Blocks of 256 threads.
// Right, but each number makes its own way to global memory. Let the block count near by first.
__global__ void histogram(const unsigned* in, int* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i]], 1);
}
