The kernel of the exercise; don't forget the bounds:
```cuda
__global__ void k(int* out) {
  out[0] = 1
}
// expect: error 4 "expected ';'"
// expect: note "Markdown fence"
// nvcc: refuses
```
Good luck!
