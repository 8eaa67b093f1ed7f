// Clocks never run backwards; where memory lies; what costs nothing has no effect.
// launch: kernel=k grid=1 block=1 out=zero:6
// expect: out = 1,1,1,1,0,7
__device__ int word;
__global__ void k(int* out) {
  __shared__ int s[1];
  const long long first = clock64();
  const clock_t early = clock();
  int local[2] = {3, 4};
  __nanosleep(10);
  __threadfence_system();
  __builtin_assume(first >= 0);
  out[0] = clock64() >= first && clock() >= early;
  out[1] = __isShared(s) != 0;
  out[2] = __isGlobal(out) && __isGlobal(&word);
  out[3] = __isLocal(&local[out[5]]) != 0;
  out[4] = __isGlobal(s);
  out[5] = local[0] + local[1];
}
