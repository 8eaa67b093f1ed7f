// The same bytes, asked for in small or in wide pieces.

// 4,096 floats: 4, 8 or 16 bytes a lane.
__global__ void copy_float(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];  // @copy
}
__global__ void copy_float2(const float2* in, float2* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];  // @copy
}
__global__ void copy_float4(const float4* in, float4* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];  // @copy
}

// 16 bytes a lane, beginning `offset` floats into the array.
__global__ void copy_shifted(const float* in, float4* out, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = ((const float4*)(in + offset))[i];  // @copy
}

// Shared memory, 16 bytes a lane: `share` neighbouring lanes ask for the same 16 bytes.
__global__ void shared_float4(float* out, int share) {
  __shared__ float4 s[32];
  int t = threadIdx.x;
  s[t] = make_float4(t, t + 1, t + 2, t + 3);  // @fill
  __syncthreads();
  float4 v = s[t / share];  // @use
  out[t] = v.x + v.y + v.z + v.w;
}
__global__ void shared_float2(float* out, int share) {
  __shared__ float2 s[32];
  int t = threadIdx.x;
  s[t] = make_float2(t, t + 1);  // @fill
  __syncthreads();
  float2 v = s[t / share];  // @use
  out[t] = v.x + v.y;
}

// Array of structs: one member out of `members`. Struct of arrays: the same member, all side by side.
__global__ void one_member(const float* structs, float* out, int members) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = structs[i * members];  // @read
}
__global__ void all_members(const float* structs, float* out, int members) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int m = 0; m < members; ++m) sum += structs[i * members + m];  // @read
  out[i] = sum;
}
__global__ void one_array(const float* arrays, float* out, int members) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int n = gridDim.x * blockDim.x;
  float sum = 0.0f;
  for (int m = 0; m < members; ++m) sum += arrays[m * n + i];  // @read
  out[i] = sum;
}
