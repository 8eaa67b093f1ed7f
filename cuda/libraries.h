// The vendor's libraries, opened at run time: the plug-in starts on a computer that has none of them and says which one
// is missing. Each table below names the functions that are used; the types come from the toolkit's headers.
// Opened once and never closed: the driver does not survive being unloaded.
#pragma once

#include <cuda.h>
#include <nvrtc.h>

#include <string>

namespace warpglass::cuda {

// clang-format off
#define WARPGLASS_DRIVER_FUNCTIONS(X)                                                                              \
  X(cuInit) X(cuDriverGetVersion) X(cuGetErrorString) X(cuGetErrorName) X(cuDeviceGetCount) X(cuDeviceGet)         \
  X(cuDeviceGetName) X(cuDeviceGetAttribute) X(cuDevicePrimaryCtxRetain) X(cuCtxSetCurrent) X(cuCtxSynchronize)    \
  X(cuMemGetInfo) X(cuMemAlloc) X(cuMemFree) X(cuMemcpyHtoD) X(cuMemcpyDtoH) X(cuMemcpyDtoDAsync) X(cuMemsetD8)    \
  X(cuMemcpyHtoDAsync) X(cuMemcpyDtoHAsync) X(cuMemAllocHost) X(cuMemFreeHost)                                      \
  X(cuModuleLoadData) X(cuModuleLoadDataEx) X(cuModuleUnload) X(cuModuleGetFunction) X(cuModuleGetGlobal)          \
  X(cuFuncGetAttribute) X(cuFuncSetAttribute) X(cuLaunchKernel) X(cuStreamCreate) X(cuStreamDestroy)               \
  X(cuStreamSynchronize) X(cuStreamWaitEvent) X(cuEventCreate) X(cuEventDestroy) X(cuEventRecord) X(cuEventQuery)  \
  X(cuEventElapsedTime) X(cuOccupancyMaxActiveBlocksPerMultiprocessor)

#define WARPGLASS_COMPILER_FUNCTIONS(X)                                                                            \
  X(nvrtcVersion) X(nvrtcGetNumSupportedArchs) X(nvrtcGetSupportedArchs) X(nvrtcCreateProgram)                     \
  X(nvrtcDestroyProgram) X(nvrtcCompileProgram) X(nvrtcGetPTXSize) X(nvrtcGetPTX) X(nvrtcGetCUBINSize)             \
  X(nvrtcGetCUBIN) X(nvrtcGetProgramLogSize) X(nvrtcGetProgramLog) X(nvrtcAddNameExpression)                       \
  X(nvrtcGetLoweredName) X(nvrtcGetErrorString)
// clang-format on

#define WARPGLASS_MEMBER(name) decltype(&::name) name = nullptr;

struct Driver {
  WARPGLASS_DRIVER_FUNCTIONS(WARPGLASS_MEMBER)
  std::string missing;  // why it cannot be used; empty: it can
};

struct Compiler {
  WARPGLASS_COMPILER_FUNCTIONS(WARPGLASS_MEMBER)
  std::string missing;
};
#undef WARPGLASS_MEMBER

const Driver& driver();
const Compiler& compiler();

// What the driver says about a result: "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)".
std::string driver_error(CUresult result);

// Opens the first library of the list that there is; null and the last reason when there is none.
void* open_library(std::initializer_list<const char*> names, std::string& why);
// The same in the folders where a toolkit installs its libraries, tried after the usual search.
void* open_toolkit_library(std::initializer_list<const char*> names, std::string& why);
void* find_function(void* library, const char* name);

// Folders of installed toolkits, from CUDA_PATH, CUDA_HOME and the usual place.
const char* const* toolkit_folders();  // ends with a null

}  // namespace warpglass::cuda
