#ifdef A
#error "live" 
#else
#error stop here
#endif
#endif
#foo
#if (1
#endif
__global__ void k(int* a) { a[0] = 1; }
// expect: error 4 "#error: stop here"
// expect: error 6 "#endif without #if"
// expect: error 7 "'#foo' is no directive"
// expect: error 8 "expected ')' in the condition"
// nvcc: refuses
