// The work on one part of the data, and the host's calls that spread the parts over streams.
#include <cuda_runtime.h>

__global__ void work(const float* in, float* out, int first, int count, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float v = in[first + i];                                 // @read
  for (int r = 0; r < rounds; ++r) v = v * 0.5f + 1.0f;    // @rounds
  out[first + i] = v;                                      // @write
}

// Depth first: each part's copy in, kernel and copy out, one part after the other.
void depth(const float* from, float* to, float* in, float* out, int n, int streams, int rounds, cudaStream_t* stream) {
  int part = (n + streams - 1) / streams;
  for (int s = 0; s < streams; ++s) {
    int first = s * part;
    int count = n - first < part ? n - first : part;
    cudaMemcpyAsync(in + first, from + first, count * sizeof(float), cudaMemcpyHostToDevice, stream[s]);
    work<<<(count + 255) / 256, 256, 0, stream[s]>>>(in, out, first, count, rounds);
    cudaMemcpyAsync(to + first, out + first, count * sizeof(float), cudaMemcpyDeviceToHost, stream[s]);
  }
}

// The same, but each part also needs its neighbours at the border.
__global__ void work_border(const float* in, float* out, int first, int count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int left = max(first + i - 1, 0), right = min(first + i + 1, n - 1);
  float sum = in[left] +       // @left
              in[first + i] +  // @read
              in[right];       // @right
  out[first + i] = sum;        // @write
}
