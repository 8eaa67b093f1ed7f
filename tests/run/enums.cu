// launch: kernel=k grid=1 block=1 out=zero:10
// expect: out = 0,5,6,2,1,255,3,1,-1,12
enum Colour { kRed, kGreen = 5, kBlue };
enum class Mode : unsigned char { kFirst = 1, kSecond, kLast = 255 };
enum { kCount = 12 };
enum Signed { kMinus = -1, kZero };
typedef enum { kNorth, kEast = 3 } Side;
__device__ int score(Mode mode) {
  switch (mode) {
    case Mode::kFirst:
      return 1;
    case Mode::kSecond:
      return 2;
    default:
      return 0;
  }
}
__global__ void k(int* out) {
  Colour colour = kBlue;
  Side side = kEast;
  out[0] = kRed;
  out[1] = Colour::kGreen;
  out[2] = colour;
  out[3] = score(Mode::kSecond);
  out[4] = sizeof(Mode);
  out[5] = static_cast<int>(Mode::kLast);
  out[6] = side;
  out[7] = colour == kBlue && Mode::kFirst != Mode::kSecond;
  out[8] = kMinus;
  out[9] = kCount;
}
