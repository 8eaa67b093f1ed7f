// Measured numbers of a GPU, read from JSON files in assets/recordings and the user's folder, validated on load.
// A measured number is only ever shown for exactly the launch (or access) that was measured, with its label.
// The format is described in docs/recordings.md; its launches are those of app/scene/launch_json.h plus what was
// measured.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/launch.h"
#include "sim/event/access.h"

namespace warpglass {

struct RecordedLaunch {
  std::string source_hash;  // of the source text that was measured (hash of the text without comments and blanks)
  Launch launch;
  std::map<std::string, double> counters;      // names of event/counters.h and more
  std::optional<double> time_cold_ns;          // medians, where repeats were measured
  std::optional<double> time_back_to_back_us;  // of one launch
  std::optional<double> time_warm_us;
  std::optional<double> launch_overhead_us;   // an empty kernel between the same events
  std::map<std::string, double> time_spread;  // by the time's key: (90th - 10th percentile) / median
  std::optional<double> sm_clock_before_mhz, sm_clock_after_mhz;
  std::string source_name;  // "transpose.cu"
  std::string results;      // beside the model's: "exact", "tolerance", "differs"; empty: not compared
};

// One access of one warp, measured alone: the Access lab's measured column.
struct RecordedAccess {
  Space space = Space::kShared;
  Operation operation = Operation::kLoad;
  AtomicKind atomic = AtomicKind::kAdd;  // atomics only, as are the next two
  bool result_used = false;
  bool operand_is_one = false;
  std::uint32_t bytes = 4;
  LaneMask lanes = kAllLanes;
  PerLane<std::int64_t> index{};  // elements
  double cost = 0;                // wavefronts (shared) or sectors (global)
  double conflicts = 0;
};

// Copy in, compute, copy out, split over streams: when each stream did what, in ns from the first call on.
struct RecordedStreams {
  std::uint64_t floats = 0;  // in all, 4 bytes each
  std::uint64_t rounds = 0;  // dependent multiply-adds on each
  bool breadth_first = false;
  double total_ns = 0;
  double spread = 0;
  struct Part {
    double in_start = 0, in_end = 0, kernel_start = 0, kernel_end = 0, out_start = 0, out_end = 0;
  };
  std::vector<Part> parts;  // by stream
};

struct Recording {
  std::string gpu;       // "NVIDIA H200"
  std::string machine;   // preset name, "h200"
  std::string date;      // "2026-11-30"
  std::string protocol;  // how it was measured, one sentence
  std::string driver;    // "580.159.04, CUDA 13.0"; empty: not recorded
  std::vector<RecordedLaunch> launches;
  std::vector<RecordedAccess> accesses;
  std::vector<RecordedStreams> streams;
};

// Nothing and one sentence when the text is no recording: its first mistake, with the path of keys to it.
std::optional<Recording> read_recording(const std::string& json, std::string& error);
// Every *.json in the folder; a bad file gives one sentence in `errors` and is skipped.
std::vector<Recording> load_recordings(const std::string& folder, std::vector<std::string>& errors);

// The same as text: one launch or access a line. read_recording(write_recording(r)) gives r back.
std::string write_recording(const Recording& recording);

// 16 hex digits over the text without comments, empty lines and indentation; runs of blanks count as one.
std::string source_hash(const std::string& source);
const RecordedLaunch* find_recorded(const Recording& recording, const std::string& source, const Launch& launch);
// Same space, operation, width, lanes and indices up to a common shift by whole lines (global) or whole bank rows
// (shared).
const RecordedAccess* find_recorded(const Recording& recording, const Access& access);

}  // namespace warpglass
