// launch: kernel=k grid=1 block=2 out=zero:8
// expect: out = 1,2,3,4,5,6,7,8
__global__ void k(float* out) {
  float4 v = make_float4(1, 2, 3, 4);
  if (threadIdx.x == 1) {
    v.x += 4, v.y += 4, v.z += 4, v.w += 4;
    *reinterpret_cast<float4*>(&out[4]) = v;
  } else {
    ((float2*)out)[0] = make_float2(v.x, v.y);
    char* raw = (char*)out;
    *(float*)(raw + 8) = v.z;
    void* any = out;
    static_cast<float*>(any)[3] = v.w;
  }
}
