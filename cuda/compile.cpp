// See compile.h.
#include "cuda/compile.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace warpglass::cuda {
namespace {

// Headers of the C and C++ libraries and of CUDA's run time that programs include for their host half, and that NVRTC
// does not have or has built in. What device code needs of them (printf, assert, the fixed-width types) is built in.
constexpr const char* kNames[] = {"stdio.h",
                                  "stdlib.h",
                                  "string.h",
                                  "time.h",
                                  "iostream",
                                  "iomanip",
                                  "fstream",
                                  "sstream",
                                  "cstdio",
                                  "cstdlib",
                                  "cstring",
                                  "ctime",
                                  "chrono",
                                  "string",
                                  "vector",
                                  "random",
                                  "numeric",
                                  "memory",
                                  "algorithm",
                                  "cmath",
                                  "math.h",
                                  "assert.h",
                                  "cassert",
                                  "cuda.h",
                                  "float.h",
                                  "limits.h",
                                  "unistd.h",
                                  "sys/time.h",
                                  "iterator",
                                  "stdexcept",
                                  "cuda_runtime.h",
                                  "cuda_runtime_api.h",
                                  "device_launch_parameters.h"};
constexpr const char* kWidths =
    "#pragma once\ntypedef signed char int8_t; typedef unsigned char uint8_t; typedef short int16_t; typedef unsigned "
    "short uint16_t; typedef int int32_t; typedef unsigned int uint32_t; typedef long long int64_t; typedef unsigned "
    "long long uint64_t;\n";
constexpr const char* kLimits =
    "#pragma once\n#define CHAR_BIT 8\n#define INT_MAX 2147483647\n#define INT_MIN (-2147483647 - 1)\n#define UINT_MAX "
    "4294967295u\n#define LLONG_MAX 9223372036854775807LL\n#define LLONG_MIN (-9223372036854775807LL - 1)\n#define "
    "ULLONG_MAX 18446744073709551615ULL\n";
constexpr const char* kFloats =
    "#pragma once\n#define FLT_MAX 3.402823466e+38f\n#define FLT_MIN 1.175494351e-38f\n#define FLT_EPSILON "
    "1.192092896e-07f\n#define DBL_MAX 1.7976931348623157e+308\n#define DBL_MIN 2.2250738585072014e-308\n#define "
    "DBL_EPSILON 2.2204460492503131e-16\n";

struct Headers {
  std::vector<const char*> names, texts;
  void add(const char* name, const char* text) {
    for (const char* known : names)
      if (std::string(known) == name) return;
    names.push_back(name), texts.push_back(text);
  }
};

Headers headers_of(const WgRequest& request) {
  Headers headers;
  for (std::uint32_t i = 0; i < request.header_count; ++i)
    headers.add(request.headers[i].name, request.headers[i].value);
  for (const char* name : {"stdint.h", "cstdint"}) headers.add(name, kWidths);
  for (const char* name : {"limits.h", "climits"}) headers.add(name, kLimits);
  for (const char* name : {"float.h", "cfloat"}) headers.add(name, kFloats);
  for (const char* name : kNames) headers.add(name, "");
  return headers;
}

class Program {
 public:
  Program(const char* source, const char* name, const Headers& headers) {
    const nvrtcResult made = compiler().nvrtcCreateProgram(
        &program_, source, name, static_cast<int>(headers.names.size()), headers.texts.data(), headers.names.data());
    if (made != NVRTC_SUCCESS) throw Stop{WG_INTERNAL, compiler().nvrtcGetErrorString(made)};
  }
  ~Program() { compiler().nvrtcDestroyProgram(&program_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  bool expect(const std::string& expression) const {
    return compiler().nvrtcAddNameExpression(program_, expression.c_str()) == NVRTC_SUCCESS;
  }
  std::string lowered(const std::string& expression) const {
    const char* name = nullptr;
    const nvrtcResult found = compiler().nvrtcGetLoweredName(program_, expression.c_str(), &name);
    return found == NVRTC_SUCCESS && name != nullptr ? name : "";
  }
  nvrtcResult build(const std::vector<std::string>& options) const {
    std::vector<const char*> raw;
    for (const std::string& option : options) raw.push_back(option.c_str());
    return compiler().nvrtcCompileProgram(program_, static_cast<int>(raw.size()), raw.data());
  }
  template <class Size, class Get>
  std::string blob(Size size_of, Get get) const {
    std::size_t size = 0;
    if (size_of(program_, &size) != NVRTC_SUCCESS || size == 0) return {};
    std::string text(size, '\0');
    if (get(program_, text.data()) != NVRTC_SUCCESS) return {};
    return text;
  }
  std::string log() const {
    std::string text = blob(compiler().nvrtcGetProgramLogSize, compiler().nvrtcGetProgramLog);
    while (!text.empty() && text.back() == '\0') text.pop_back();
    return text;
  }
  std::string ptx() const { return blob(compiler().nvrtcGetPTXSize, compiler().nvrtcGetPTX); }
  std::string cubin() const { return blob(compiler().nvrtcGetCUBINSize, compiler().nvrtcGetCUBIN); }

 private:
  nvrtcProgram program_ = nullptr;
};

// "sm_90", or the newest virtual architecture that this compiler knows when the GPU is newer still.
std::string architecture(int capability, bool& real) {
  if (!compiler().missing.empty()) throw Stop{WG_NO_COMPILER, compiler().missing};
  int count = 0;
  compiler().nvrtcGetNumSupportedArchs(&count);
  std::vector<int> known(static_cast<std::size_t>(std::max(count, 0)));
  if (count > 0) compiler().nvrtcGetSupportedArchs(known.data());
  if (known.empty()) throw Stop{WG_INTERNAL, "the compiler names no architecture"};
  std::sort(known.begin(), known.end());
  if (capability < known.front()) {
    int major = 0, minor = 0;
    compiler().nvrtcVersion(&major, &minor);
    throw Stop{WG_GPU_TOO_OLD, "compute capability " + std::to_string(capability / 10) + "." +
                                   std::to_string(capability % 10) + ", NVRTC " + std::to_string(major) + "." +
                                   std::to_string(minor) + " starts at " + std::to_string(known.front() / 10) + "." +
                                   std::to_string(known.front() % 10)};
  }
  real = std::binary_search(known.begin(), known.end(), capability);
  if (real) return "sm_" + std::to_string(capability);
  const auto above = std::upper_bound(known.begin(), known.end(), capability);
  return "compute_" + std::to_string(*(above - 1));
}

// A macro's text as an option: NVRTC takes "-DNAME=VALUE" as one argument, so nothing needs quotes.
std::vector<std::string> options_of(const WgRequest& request, const std::string& target) {
  std::vector<std::string> options = {"--gpu-architecture=" + target, "-lineinfo"};
  for (std::uint32_t i = 0; i < request.define_count; ++i) {
    const std::string value = request.defines[i].value;
    options.push_back("-D" + std::string(request.defines[i].name) + (value.empty() ? "" : "=" + value));
  }
  for (const char* const* folder = toolkit_folders(); *folder != nullptr; ++folder) {
    std::error_code code;
    const std::string include = std::string(*folder) + "/include";
    if (std::filesystem::is_directory(include, code)) {
      options.push_back("--include-path=" + include);
      break;
    }
  }
  return options;
}

bool is_extern_c(const WgRequest& request) {
  const std::string source = request.source;
  return source.find("extern \"C\"") != std::string::npos;
}

}  // namespace

Compiled compile(const WgRequest& request, int capability, const Speaker& speaker) {
  bool real = false;
  const std::string target = architecture(capability, real);
  const Headers headers = headers_of(request);
  const Program program(request.source, request.source_name, headers);
  if (!program.expect(request.kernel)) throw Stop{WG_COMPILE_ERROR, "the kernel's name is not an expression"};
  for (std::uint32_t i = 0; i < request.buffer_count; ++i)
    if (request.buffers[i].is_symbol) program.expect("&" + std::string(request.buffers[i].name));
  const nvrtcResult result = program.build(options_of(request, target));
  speaker.text("compile_log", program.log());
  if (result != NVRTC_SUCCESS) throw Stop{WG_COMPILE_ERROR, compiler().nvrtcGetErrorString(result)};
  Compiled out;
  out.ptx = program.ptx();
  out.code = real ? program.cubin() : out.ptx;
  out.kernel = program.lowered(request.kernel);
  if (out.kernel.empty() && is_extern_c(request)) out.kernel = request.kernel;
  for (std::uint32_t i = 0; i < request.buffer_count; ++i)
    if (request.buffers[i].is_symbol)
      out.symbols.push_back(program.lowered("&" + std::string(request.buffers[i].name)));
  speaker.text("ptx", out.ptx);
  return out;
}

std::string compile_own(const char* source, int capability) {
  bool real = false;
  const std::string target = architecture(capability, real);
  const Program program(source, "warpglass_own.cu", {});
  if (program.build({"--gpu-architecture=" + target}) != NVRTC_SUCCESS) throw Stop{WG_INTERNAL, program.log()};
  return real ? program.cubin() : program.ptx();
}

}  // namespace warpglass::cuda
