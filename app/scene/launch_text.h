// Launches as people type them: the command line's forms, read and written back.
//   argument  n=1024   n=int32:1024   a=1.5   A=iota:1048576   A=float32:iota:1024   A=random below 256:4096
//             A=permutation within 32:1024   A=i / 4 mod 16:64   A=data:1,2,3   A=repeat:1,2:64   A=uint8:data:1,2:100
//   symbol    w=1,2,1   w=float32:1,2,1          define  N=32   DEBUG          dimensions  64,64,1   256
// Without a type, a value takes its parameter's: then a buffer's count is in elements of what the pointer points to.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "sim/base/launch.h"

namespace warpglass {

struct LaunchTextError {
  std::string message;       // one sentence that quotes what was wrong
  std::size_t position = 0;  // byte offset in the text
};

// Reads a whole number where a count or a whole-number scalar stands; a scene passes its formulas through here.
// False with `message` filled when the text is none.
using WholeNumberReader = std::function<bool(const std::string& text, std::int64_t& value, std::string& message)>;

// All return false with `error` filled and leave `out` as it was. `read_whole` empty: plain numbers only.
bool read_argument(const std::string& text, Argument& out, LaunchTextError& error,
                   const WholeNumberReader& read_whole = {});
bool read_symbol(const std::string& text, SymbolValue& out, LaunchTextError& error);
bool read_define(const std::string& text, std::pair<std::string, std::string>& out, LaunchTextError& error);
bool read_dimensions(const std::string& text, Dim3& out, LaunchTextError& error);
// A decimal or hexadecimal whole number, a decimal fraction, true, false, inf or nan.
bool read_number(const std::string& text, Number& out);
// "zero", "random below 256", "data:1,2,3" ...: what stands between the type and the count.
bool read_fill(const std::string& text, Fill& out, LaunchTextError& error);

// read_x(write_x(value)) == value; an argument without a name is written without "name=".
std::string write_argument(const Argument& argument);
std::string write_symbol(const SymbolValue& symbol);
std::string write_dimensions(const Dim3& dimensions);
std::string write_number(const Number& number);
std::string write_fill(const Fill& fill);  // without the values of data and repeat: "data"

}  // namespace warpglass
