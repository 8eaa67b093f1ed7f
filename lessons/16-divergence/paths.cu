// Branches that split a warp, and branches that do not.

// Runs of `group` neighbours go the same way: group 1 splits every warp, group 32 none.
__global__ void two_ways(float* data, int group, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = data[i];
  if ((i / group) % 2 == 0) {  // @fork
    for (int r = 0; r < rounds; ++r) v = v * 0.5f + 1.0f;  // @left
  } else {
    for (int r = 0; r < rounds; ++r) v = v * 0.25f + 2.0f;  // @right
  }
  data[i] = v;
}

// Only the first `active` lanes of each warp have something to do.
__global__ void few_lanes(float* data, int active, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = data[i];
  if (threadIdx.x % 32 < active) {  // @fork
    for (int r = 0; r < rounds; ++r) v = v * 0.5f + 1.0f;  // @left
  }
  data[i] = v;
}

// Each lane has its own number of rounds: one lane of each warp has `longest`, the others 8.
__global__ void long_tail(float* data, int longest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int rounds = threadIdx.x % 32 == 5 ? longest : 8;
  float v = data[i];
  for (int r = 0; r < rounds; ++r) v = v * 0.5f + 1.0f;  // @loop
  data[i] = v;
}

// Both sides read, each with its own lanes.
__global__ void two_reads(const float* a, const float* b, float* out, int group) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v;
  if ((i / group) % 2 == 0)  // @fork
    v = a[i];                // @read_a
  else
    v = b[i];  // @read_b
  out[i] = v;  // @write
}
