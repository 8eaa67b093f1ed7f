// launch: kernel=k grid=1 block=1 out=zero:19
// expect: out = 48,4,16,12,8,1,2,8,8,32,24,4,3,16,8,16,4,1,12
struct Mixed {
  char tag;
  double value;
  short code;
};
struct __align__(32) Wide {
  int a;
};
union Either {
  char c[3];
  int i;
};
struct Small {
  char c[3];
};
__global__ void k(unsigned long* out) {
  int grid[3][4];
  grid[0][0] = 0;
  out[0] = sizeof(int[3][4]);
  out[1] = sizeof grid / sizeof grid[0] + grid[0][0] + 1;
  out[2] = sizeof(grid[0]);
  out[3] = sizeof(float3);
  out[4] = sizeof(int*);
  out[5] = sizeof(bool);
  out[6] = sizeof(short);
  out[7] = sizeof(long);
  out[8] = sizeof(long long);
  out[9] = sizeof(Wide);
  out[10] = sizeof(Mixed);
  out[11] = sizeof(Either);
  out[12] = sizeof(Small);
  out[13] = sizeof(double2);
  out[14] = alignof(float2);
  out[15] = alignof(float4);
  out[16] = sizeof('a' + 0);
  out[17] = sizeof(char);
  out[18] = sizeof(dim3);
}
