// launch: kernel=k grid=1 block=1 a=data:5,6,7,8 out=zero:12
// expect: out = 1,0,3,1,1,0,8,7,1,26,1,2
struct Node {
  int value;
  Node* next;
};
__global__ void k(int* a, int* out) {
  int* end = a + 4;
  int* p = &a[3];
  out[0] = p < end;
  out[1] = p == a;
  out[2] = p - a;
  out[3] = p != nullptr;
  out[4] = !!p;
  out[5] = end <= a;
  out[6] = *p--;
  out[7] = *p;
  out[8] = p[-1] == 6 && 2 [a] == 7;
  int sum = 0;
  for (int* q = a; q != end; ++q) sum += *q;
  out[9] = sum;
  Node second = {2, nullptr}, first = {1, &second};
  out[10] = first.next->next == NULL;
  out[11] = first.next->value;
}
