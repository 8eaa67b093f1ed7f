/* The contract between Warpglass and its device plug-in: plain C, the version first. A plug-in is a shared library that
 * exports warpglass_device_plugin(); the program looks at `abi_version` before anything else and leaves a plug-in of
 * another version alone. All memory belongs to the caller and outlives the call; texts are UTF-8 and end with a zero.
 * A plug-in answers through the callbacks of WgSink, by name, so that a new number needs no new version.
 * One thread calls, one call at a time, in a process of its own (app/device/child.h): it may die there. */
#ifndef WARPGLASS_DEVICE_ABI_H
#define WARPGLASS_DEVICE_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WG_ABI_VERSION 1u

/* How a call ended. WgSink::text("detail") may say more. Numbers never change; new ones are added at the end. */
typedef enum WgStatus {
  WG_OK = 0,
  WG_NO_DRIVER = 1,      /* no driver library, or it does not start */
  WG_DRIVER_TOO_OLD = 2, /* for the toolkit that the plug-in was built with */
  WG_NO_GPU = 3,
  WG_NO_COMPILER = 4,    /* no NVRTC */
  WG_GPU_TOO_OLD = 5,    /* this NVRTC makes no code for it */
  WG_COMPILE_ERROR = 6,  /* messages come as text("compile_log") */
  WG_LAUNCH_REFUSED = 7, /* by the driver: detail */
  WG_OUT_OF_MEMORY = 8,
  WG_TIMEOUT = 9,          /* the kernel did not finish: the process has to end */
  WG_ILLEGAL_ADDRESS = 10, /* so has it after these two */
  WG_KERNEL_FAULT = 11,    /* misaligned address, trap, assertion: detail */
  WG_CANCELLED = 12,       /* progress() asked for it */
  WG_INTERNAL = 13         /* anything else: detail */
} WgStatus;

/* How reading the counters went, as number("counters_state"). */
typedef enum WgCountersState {
  WG_COUNTERS_OK = 0,
  WG_COUNTERS_NO_CUPTI = 1,
  WG_COUNTERS_NOT_PERMITTED = 2,
  WG_COUNTERS_UNSUPPORTED = 3, /* the library knows not this GPU, or the counters failed: text("counters_detail") */
  WG_COUNTERS_NOT_ASKED = 4
} WgCountersState;

typedef struct WgSink {
  void* user;
  /* "compile", "launch", "time", "counters": done of total. Called at least every 200 ms while a kernel runs.
   * Not 0: stop with WG_CANCELLED. */
  int32_t (*progress)(void* user, const char* stage, uint32_t done, uint32_t total);
  void (*number)(void* user, const char* name, double value);
  /* A hardware counter, by the program's counter names. */
  void (*counter)(void* user, const char* name, double value);
  /* Repeats of one measurement: "cold", "warm", "back_to_back" (of one launch), "empty" (an empty kernel, warm). */
  void (*samples)(void* user, const char* name, const double* nanoseconds, uint32_t count);
  void (*text)(void* user, const char* name, const char* text, uint64_t bytes);
} WgSink;

typedef struct WgPair { /* a define, or a header and its text */
  const char* name;
  const char* value;
} WgPair;

typedef struct WgBuffer {
  const char* name;
  uint64_t bytes;     /* may be 0 */
  const void* before; /* what it holds when the kernel starts */
  void* after;        /* takes what it holds when the first launch has ended */
  int32_t is_symbol;  /* not 0: the __constant__ or __device__ variable of that name */
} WgBuffer;

typedef struct WgParameter { /* of the kernel, in order; offsets and bytes are of the parameter block */
  uint32_t offset;
  uint32_t bytes;
  int64_t buffer; /* -1: the block holds its value; else a pointer to that buffer */
} WgParameter;

typedef struct WgRequest {
  const char* source_name;
  const char* source;
  const WgPair* headers; /* quoted includes and what they hold */
  uint32_t header_count;
  const WgPair* defines;
  uint32_t define_count;
  const char* kernel; /* "k" or "k<32>" */
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t dynamic_shared;
  int32_t shared_opt_in;
  const uint8_t* parameter_block;
  const WgParameter* parameters;
  uint32_t parameter_count;
  const WgBuffer* buffers;
  uint32_t buffer_count;
  /* protocol */
  uint32_t warm_ups;
  uint32_t repeats;
  uint32_t back_to_back; /* launches in a row of one sample */
  uint32_t watchdog_ms;  /* of one launch */
  int32_t times;         /* 0: launch once and take the results */
  int32_t counters;      /* 0: do not read them */
} WgRequest;

/* Copy in, compute, copy out, split over streams; `rounds` dependent multiply-adds a thread on each of `floats`. */
typedef struct WgStreamsRequest {
  uint64_t floats;
  uint32_t rounds;
  uint32_t streams;
  int32_t breadth_first; /* all copies in, all kernels, all copies out; else stream by stream */
  uint32_t repeats;
  uint32_t watchdog_ms;
} WgStreamsRequest;

typedef struct WgPlugin {
  uint32_t abi_version;                                             /* WG_ABI_VERSION */
  const char* name;                                                 /* "CUDA 13.0" */
  int32_t (*measure)(const WgRequest* request, const WgSink* sink); /* a WgStatus */
  /* samples("total"), and of the median repeat samples("in", "kernel", "out"): start and end of each stream's part,
   * from the first call on. */
  int32_t (*streams)(const WgStreamsRequest* request, const WgSink* sink);
} WgPlugin;

/* The one exported function. */
typedef const WgPlugin* (*WgPluginFunction)(void);
#define WG_PLUGIN_FUNCTION "warpglass_device_plugin"

#ifdef __cplusplus
}
#endif

#endif
