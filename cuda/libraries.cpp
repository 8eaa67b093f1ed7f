// See libraries.h. A name that the headers redirect to a versioned one (cuMemAlloc is cuMemAlloc_v2) is looked up by
// what it expands to, so that the function fits the declaration it is called through.
#include "cuda/libraries.h"

#include <array>
#include <cstdlib>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace warpglass::cuda {
namespace {

#if defined(_WIN32)
constexpr std::initializer_list<const char*> kDriverNames = {"nvcuda.dll"};
constexpr std::initializer_list<const char*> kCompilerNames = {"nvrtc64_130_0.dll", "nvrtc64_120_0.dll"};
#else
constexpr std::initializer_list<const char*> kDriverNames = {"libcuda.so.1", "libcuda.so"};
constexpr std::initializer_list<const char*> kCompilerNames = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
#endif

void* open_one(const char* name, std::string& why) {
#if defined(_WIN32)
  void* library = reinterpret_cast<void*>(LoadLibraryA(name));
  if (library == nullptr) why = std::string(name) + " cannot be opened";
#else
  void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* told = dlerror();
    why = told != nullptr ? told : name;
  }
#endif
  return library;
}

#define WARPGLASS_TEXT_OF(name) #name
#define WARPGLASS_TEXT(name) WARPGLASS_TEXT_OF(name)

template <class Function>
void take(void* library, const char* name, Function& out, std::string& missing) {
  out = reinterpret_cast<Function>(find_function(library, name));
  if (out == nullptr && missing.empty()) missing = std::string("it has no function ") + name;
}

Driver open_driver() {
  Driver d;
  void* library = open_library(kDriverNames, d.missing);
  if (library == nullptr) return d;
  d.missing.clear();
#define WARPGLASS_TAKE(name) take(library, WARPGLASS_TEXT(name), d.name, d.missing);
  WARPGLASS_DRIVER_FUNCTIONS(WARPGLASS_TAKE)
#undef WARPGLASS_TAKE
  return d;
}

Compiler open_compiler() {
  Compiler c;
  void* library = open_toolkit_library(kCompilerNames, c.missing);
  if (library == nullptr) return c;
  c.missing.clear();
#define WARPGLASS_TAKE(name) take(library, #name, c.name, c.missing);
  WARPGLASS_COMPILER_FUNCTIONS(WARPGLASS_TAKE)
#undef WARPGLASS_TAKE
  return c;
}

}  // namespace

void* find_function(void* library, const char* name) {
#if defined(_WIN32)
  return reinterpret_cast<void*>(GetProcAddress(reinterpret_cast<HMODULE>(library), name));
#else
  return dlsym(library, name);
#endif
}

void* open_library(std::initializer_list<const char*> names, std::string& why) {
  for (const char* name : names)
    if (void* library = open_one(name, why)) return library;
  return nullptr;
}

const char* const* toolkit_folders() {
  static const std::array<const char*, 5> folders = [] {
    std::array<const char*, 5> all{};
    std::size_t used = 0;
    for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
      if (const char* folder = std::getenv(variable); folder != nullptr && *folder != 0) all[used++] = folder;
#if !defined(_WIN32)
    all[used++] = "/usr/local/cuda";
#endif
#if defined(WARPGLASS_CUDA_TOOLKIT)
    all[used++] = WARPGLASS_CUDA_TOOLKIT;
#endif
    return all;
  }();
  return folders.data();
}

void* open_toolkit_library(std::initializer_list<const char*> names, std::string& why) {
  if (void* library = open_library(names, why)) return library;
  for (const char* const* folder = toolkit_folders(); *folder != nullptr; ++folder)
    for (const char* inside : {"/lib64/", "/extras/CUPTI/lib64/", "/lib/", "/bin/"})
      for (const char* name : names) {
        std::string ignored;
        const std::string path = std::string(*folder) + inside + name;
        if (void* library = open_one(path.c_str(), ignored)) return library;
      }
  return nullptr;
}

const Driver& driver() {
  static const Driver the = open_driver();
  return the;
}

const Compiler& compiler() {
  static const Compiler the = open_compiler();
  return the;
}

std::string driver_error(CUresult result) {
  const char *text = nullptr, *name = nullptr;
  if (driver().cuGetErrorString != nullptr) driver().cuGetErrorString(result, &text);
  if (driver().cuGetErrorName != nullptr) driver().cuGetErrorName(result, &name);
  return std::string(text != nullptr ? text : "unknown error") + " (" +
         (name != nullptr ? name : std::to_string(static_cast<int>(result)).c_str()) + ")";
}

}  // namespace warpglass::cuda
