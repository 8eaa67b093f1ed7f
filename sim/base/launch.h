// One kernel launch as a user writes it: kernel, grid, block, arguments, fills. Plain data.
// The text and JSON forms are read in app/scene; this is what they produce.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace warpglass {

struct Dim3 {
  std::uint64_t x = 1, y = 1, z = 1;  // wide on purpose: limits are checked with the user's number in the message
  bool operator==(const Dim3&) const = default;
};

// Element types of buffers and scalar arguments, in the launch format's names ("int32", "float32", ...).
enum class ElementType {
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kFloat16,
  kFloat32,
  kFloat64,
  kBool
};
const char* element_type_name(ElementType type);
bool element_type_from_name(const std::string& name, ElementType& type);  // false when unknown
std::uint32_t element_bytes(ElementType type);

// A number as it was written: whole numbers stay whole.
struct Number {
  bool is_integer = true;
  std::int64_t integer = 0;  // the bits of a uint64 above 2^63 too
  double real = 0.0;
  static Number of(std::int64_t v) { return {true, v, static_cast<double>(v)}; }
  static Number of_real(double v) { return {false, 0, v}; }
  double as_double() const { return is_integer ? static_cast<double>(integer) : real; }
  bool operator==(const Number&) const = default;
};

enum class FillKind {
  kZero,
  kNone,               // uninitialised
  kIota,               // element i is i mod 9973
  kRandom,             // whole numbers 0..99, SplitMix64 seeded with the argument's index
  kRandomBelow,        // whole numbers 0..first-1
  kPermutation,        // of 0..count-1
  kPermutationWithin,  // each run of `first` elements permuted among themselves
  kDivideModulo,       // i / first mod second
  kData,               // exactly these, then zero
  kRepeat,             // these over and over
};

struct Fill {
  FillKind kind = FillKind::kZero;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::vector<Number> data;
  bool operator==(const Fill&) const = default;
};

struct BufferArgument {
  ElementType type = ElementType::kFloat32;
  std::uint64_t count = 0;
  Fill fill;
  // false: "A=iota:1024" from a command line: `count` elements of the parameter's pointee (structs whole), filled as
  // its first scalar's type; `type` means nothing then.
  bool typed = true;
  bool operator==(const BufferArgument&) const = default;
};

struct ScalarArgument {
  ElementType type = ElementType::kInt32;
  Number value;
  bool typed = true;  // false: "n=1024" from a command line, takes the parameter's type
  bool operator==(const ScalarArgument&) const = default;
};

struct Argument {
  std::string name;  // the parameter it is for; empty: by position
  std::variant<ScalarArgument, BufferArgument> value;
  bool operator==(const Argument&) const = default;
};

// Sets a __constant__ or __device__ variable before the launch.
struct SymbolValue {
  std::string symbol;
  ElementType type = ElementType::kFloat32;
  bool typed = true;
  std::vector<Number> data;
  bool operator==(const SymbolValue&) const = default;
};

struct Launch {
  std::string id;
  std::string kernel;                          // "k" or "k<32>"
  std::map<std::string, std::string> defines;  // -D NAME=VALUE
  Dim3 grid, block;
  std::uint64_t dynamic_shared = 0;  // bytes
  bool shared_opt_in = false;        // more than 48 KB was allowed, as cudaFuncSetAttribute does
  std::vector<Argument> args;        // a struct by value is given as its members in order
  std::vector<SymbolValue> symbols;
  bool operator==(const Launch&) const = default;
};

}  // namespace warpglass
