#include <bits/stdc++.h>
#include <cuda_runtime.h>
#include "helper_timer.h"
using namespace std;
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { fprintf(stderr, "%s", cudaGetErrorString(e_)); exit(1); } } while (0)
class Timer {
 public:
  Timer() : start_(std::chrono::high_resolution_clock::now()) {}
  virtual ~Timer() = default;
  double ms() const { return 0.0; }
  template <typename F> auto time(F&& f) -> decltype(f()) { return f(); }
 private:
  std::chrono::time_point<std::chrono::high_resolution_clock> start_;
};
template <typename... Args> void log(Args&&... args) { (std::cout << ... << args) << "\n"; }
std::ostream& operator<<(std::ostream& out, const std::vector<float>& v) { for (auto x : v) out << x << ' '; return out; }
namespace bench { struct Options { std::string name = "x"; std::map<int, std::vector<int>> m{{1, {2}}}; }; }
__global__ void add(float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += b[i];
}
int main(int argc, char** argv) {
  vector<float> h(1024);
  auto f = [&](int k) { return h[k] * 2; };
  float *d_a, *d_b;
  CHECK(cudaMalloc(&d_a, 4096));
  try { f(3); } catch (const std::exception& e) { cerr << e.what() << endl; goto end; }
  add<<<4, 256>>>(d_a, d_b, 1024);
  CHECK(cudaDeviceSynchronize());
end:
  return 0;
}
