int main() {
  if (1) {
    return 0;
}
__global__ void b(int* p) { p[0] = 1; }
// expect: error 5 "a '}' is missing above this line"
// nvcc: refuses
