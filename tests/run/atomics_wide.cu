// 64-bit, double and 16-bit atomics, in global and in shared memory; what they give back is the old value.
// launch: kernel=k grid=2 block=32 m=data:0,18446744073709551615,0,18446744073709551615,0,0,7 d=data:0.5,1 s=data:0,5,0,0 old=zero:64
// expect: m = 64,0,63,18446744073709551552,18446744073709551615,0,9
// expect: d = 64.5,1
// expect: s = -5,5,0,0
// launch: kernel=shared_words grid=1 block=64 out=zero:8
// expect: out = 2016,0,63,64,1,64,0,3
// launch: kernel=short_swap grid=1 block=8 out=data:3,9
// expect: out = 11,9
__global__ void k(unsigned long long* m, double* d, long long* s, unsigned long long* old) {
  const unsigned long long i = blockIdx.x * 32 + threadIdx.x;
  old[i] = atomicAdd(&m[0], 1ull);
  atomicMin(&m[1], i);
  atomicMax(&m[2], i);
  atomicAnd(&m[3], ~63ull);
  atomicOr(&m[4], 1ull << i);
  atomicXor(&m[5], 1ull << (i % 32) << 32);  // each bit twice
  atomicCAS(&m[6], 7ull, 9ull);
  atomicAdd(d, 1.0);
  atomicMin(&s[0], 5 - (long long)(i % 11));
  atomicMax(&s[1], -(long long)i);
}
__global__ void shared_words(long long* out) {
  __shared__ unsigned long long sum, low, high;
  __shared__ unsigned count, down;
  __shared__ int lock, signed_low;
  __shared__ float f;
  const int t = threadIdx.x;
  if (t == 0) sum = high = 0, low = 1000, count = 0, down = 3, lock = 0, signed_low = 0, f = 0;
  __syncthreads();
  atomicAdd(&sum, (unsigned long long)t);
  atomicMin(&low, (unsigned long long)t);
  atomicMax(&high, (unsigned long long)t);
  atomicAdd(&f, 1.0f);
  atomicInc(&count, 62u);  // 0 to 62, then 0 again: 64 steps leave 1
  atomicDec(&down, 3u);    // 3, 2, 1, 0 and again: 64 steps leave 3
  const int was = atomicCAS(&lock, 0, 1);
  if (was == 0) atomicSub(&signed_low, 0 - 64);
  __syncthreads();
  if (t != 0) return;
  out[0] = sum;
  out[1] = low;
  out[2] = high;
  out[3] = (long long)f;
  out[4] = count;
  out[5] = signed_low;
  out[6] = atomicExch(&signed_low, 1) - 64;
  out[7] = down;
}
__global__ void short_swap(unsigned short* out) {
  if (threadIdx.x == 5) atomicCAS(out, (unsigned short)3, (unsigned short)11);
  if (threadIdx.x == 6) atomicCAS(out + 1, (unsigned short)3, (unsigned short)11);
}
