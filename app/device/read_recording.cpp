// A recording from JSON. Everything is checked where it is read; the first mistake is told in one sentence with the
// path of keys to it. nlohmann::json's throwing accessors are used on values whose type was checked only.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/device/recording.h"
#include "app/scene/launch_json.h"

namespace warpglass {
namespace {

using nlohmann::json;

constexpr std::int64_t kFormatVersion = 1;
constexpr std::size_t kMostLaunches = 20'000;
constexpr std::size_t kMostAccesses = 100'000;
constexpr std::size_t kMostCounters = 200;
constexpr std::size_t kLongestText = 1'000;
constexpr double kMostCount = 1e18;  // of a counter or a time
constexpr double kMostRecordedSpread = 0.2;
constexpr std::int64_t kMostIndex = 1ll << 40;

class Reader {
 public:
  explicit Reader(std::string& error) : error_(error) {}

  bool recording(const json& value, Recording& out) {
    if (!value.is_object()) return fail("", "a recording is an object in braces");
    if (!version(value)) return false;
    if (!text(value, "", "gpu", out.gpu) || !text(value, "", "machine", out.machine) ||
        !text(value, "", "date", out.date) || !text(value, "", "protocol", out.protocol))
      return false;
    if (value.contains("driver") && !text(value, "", "driver", out.driver)) return false;
    if (!is_date(out.date)) return fail("date", "a date is written year-month-day, as 2026-11-30");
    return list(value, "launches", kMostLaunches,
                [&](const json& item, const std::string& at) {
                  return launch(item, at, out.launches.emplace_back());
                }) &&
           list(value, "accesses", kMostAccesses,
                [&](const json& item, const std::string& at) {
                  return access(item, at, out.accesses.emplace_back());
                }) &&
           list(value, "streams", kMostAccesses,
                [&](const json& item, const std::string& at) { return streams(item, at, out.streams.emplace_back()); });
  }

 private:
  bool fail(const std::string& at, const std::string& why) {
    error_ = at.empty() ? why + "." : fmt::format("{}: {}.", at, why);
    return false;
  }

  bool version(const json& value) {
    const auto found = value.find("format_version");
    if (found == value.end()) return fail("format_version", "the recording does not say its format version");
    if (!found->is_number_integer() || *found != kFormatVersion)
      return fail("format_version", fmt::format("this program reads version {} only", kFormatVersion));
    return true;
  }

  static bool is_date(const std::string& date) {
    if (date.size() != 10) return false;
    for (std::size_t i = 0; i < date.size(); ++i) {
      const bool dash = i == 4 || i == 7;
      if (dash ? date[i] != '-' : (date[i] < '0' || date[i] > '9')) return false;
    }
    return true;
  }

  bool text(const json& object, const std::string& at, const char* key, std::string& out) {
    const auto found = object.find(key);
    const std::string place = at.empty() ? key : at + "." + key;
    if (found == object.end() || !found->is_string()) return fail(place, "a text in quotes is needed here");
    out = found->get<std::string>();
    if (out.empty() || out.size() > kLongestText)
      return fail(place, fmt::format("a text has 1 to {} bytes", kLongestText));
    return true;
  }

  // A finite number from 0 up; absent is fine when `needed` is false.
  bool number(const json& object, const std::string& at, const char* key, bool needed, std::optional<double>& out) {
    const auto found = object.find(key);
    if (found == object.end()) return !needed || fail(at + "." + key, "this number is missing");
    return one_number(*found, at + "." + key, out);
  }

  bool one_number(const json& value, const std::string& at, std::optional<double>& out) {
    if (!value.is_number()) return fail(at, "a number is needed here");
    const double real = value.get<double>();
    if (!std::isfinite(real) || real < 0.0 || real > kMostCount)
      return fail(at, "a measured number lies between 0 and 10^18");
    out = real;
    return true;
  }

  template <class Each>
  bool list(const json& object, const char* key, std::size_t most, Each each) {
    const auto found = object.find(key);
    if (found == object.end()) return true;
    if (!found->is_array()) return fail(key, "a list in brackets is needed here");
    if (found->size() > most) return fail(key, fmt::format("there may be at most {} of them", most));
    for (std::size_t i = 0; i < found->size(); ++i) {
      const std::string at = fmt::format("{}[{}]", key, i);
      if (!(*found)[i].is_object()) return fail(at, "an object in braces is needed here");
      if (!each((*found)[i], at)) return false;
    }
    return true;
  }

  bool launch(const json& value, const std::string& at, RecordedLaunch& out) {
    LaunchCase launch_case;
    LaunchJsonError wrong;
    if (!text(value, at, "source_hash", out.source_hash)) return false;
    if (out.source_hash.size() != 16 || out.source_hash.find_first_not_of("0123456789abcdef") != std::string::npos)
      return fail(at + ".source_hash", "a source hash has 16 hexadecimal digits");
    if (!read_case(value, launch_case, wrong))
      return fail(wrong.path.empty() ? at : at + "." + wrong.path, wrong.message);
    out.launch = std::move(launch_case.launch);
    return counters(value, at, out) && units(value, at) && time(value, at, "time_cold_ns", out, out.time_cold_ns) &&
           time(value, at, "time_back_to_back_us", out, out.time_back_to_back_us) &&
           time(value, at, "time_warm_us", out, out.time_warm_us) &&
           time(value, at, "launch_overhead_us", out, out.launch_overhead_us) &&
           number(value, at, "sm_clock_before_mhz", false, out.sm_clock_before_mhz) &&
           number(value, at, "sm_clock_after_mhz", false, out.sm_clock_after_mhz) &&
           optional_text(value, at, "source", out.source_name) && results(value, at, out.results);
  }

  // A time of another name would be of another unit: it is not skipped in silence.
  bool units(const json& value, const std::string& at) {
    static constexpr const char* kTimes[] = {"time_cold_ns", "time_back_to_back_us", "time_warm_us"};
    for (const auto& [name, item] : value.items()) {
      const auto is_it = [&known = name](const char* time) { return known == time; };
      if (name.rfind("time_", 0) == 0 && std::none_of(std::begin(kTimes), std::end(kTimes), is_it))
        return fail(at + "." + name.substr(0, 60),
                    "times are time_cold_ns, time_back_to_back_us and time_warm_us, in these units");
    }
    return true;
  }

  // A number, or {"median": number, "spread": share of the median}.
  bool time(const json& value, const std::string& at, const char* key, RecordedLaunch& out,
            std::optional<double>& median) {
    const auto found = value.find(key);
    if (found == value.end() || !found->is_object()) return number(value, at, key, false, median);
    const std::string place = at + "." + key;
    std::optional<double> spread;
    if (!number(*found, place, "median", true, median) || !number(*found, place, "spread", false, spread)) return false;
    if (spread && *spread > kMostRecordedSpread)
      return fail(place + ".spread", "a time whose repeats lie more than 20 % apart is no measurement");
    if (spread) out.time_spread[key] = *spread;
    return true;
  }

  bool optional_text(const json& object, const std::string& at, const char* key, std::string& out) {
    return !object.contains(key) || text(object, at, key, out);
  }

  bool results(const json& object, const std::string& at, std::string& out) {
    if (!optional_text(object, at, "results", out)) return false;
    if (out.empty() || out == "exact" || out == "tolerance" || out == "differs") return true;
    return fail(at + ".results", "one of these is needed here: exact, tolerance, differs");
  }

  bool counters(const json& value, const std::string& at, RecordedLaunch& out) {
    const auto found = value.find("counters");
    const std::string place = at + ".counters";
    if (found == value.end() || !found->is_object()) return fail(place, "an object of counters is needed here");
    if (found->size() > kMostCounters)
      return fail(place, fmt::format("there may be at most {} of them", kMostCounters));
    for (const auto& [name, item] : found->items()) {
      std::optional<double> real;
      if (!one_number(item, place + "." + name.substr(0, 60), real)) return false;
      out.counters[name] = *real;
    }
    return true;
  }

  template <class Value, std::size_t N>
  bool choice(const json& object, const std::string& at, const char* key,
              const std::array<std::pair<const char*, Value>, N>& known, Value& out) {
    std::string word;
    if (!text(object, at, key, word)) return false;
    std::string names;
    for (const auto& [name, value] : known) {
      if (word == name) {
        out = value;
        return true;
      }
      names += (names.empty() ? "" : ", ") + std::string(name);
    }
    return fail(at + "." + key, "one of these is needed here: " + names);
  }

  bool flag(const json& object, const std::string& at, const char* key, bool& out) {
    const auto found = object.find(key);
    if (found == object.end()) return true;
    if (!found->is_boolean()) return fail(at + "." + key, "true or false is needed here");
    out = found->get<bool>();
    return true;
  }

  bool access(const json& value, const std::string& at, RecordedAccess& out) {
    static constexpr std::array<std::pair<const char*, Space>, 2> kSpaces = {
        {{"global", Space::kGlobal}, {"shared", Space::kShared}}};
    static constexpr std::array<std::pair<const char*, Operation>, 3> kOperations = {
        {{"load", Operation::kLoad}, {"store", Operation::kStore}, {"atomic", Operation::kAtomic}}};
    static constexpr std::array<std::pair<const char*, AtomicKind>, 12> kAtomics = {
        {{"add", AtomicKind::kAdd},
         {"sub", AtomicKind::kSub},
         {"min", AtomicKind::kMin},
         {"max", AtomicKind::kMax},
         {"and", AtomicKind::kAnd},
         {"or", AtomicKind::kOr},
         {"xor", AtomicKind::kXor},
         {"inc", AtomicKind::kInc},
         {"dec", AtomicKind::kDec},
         {"exch", AtomicKind::kExch},
         {"cas", AtomicKind::kCas},
         {"float_add", AtomicKind::kFloatAdd}}};
    if (!choice(value, at, "space", kSpaces, out.space) || !choice(value, at, "operation", kOperations, out.operation))
      return false;
    if (out.operation == Operation::kAtomic && !choice(value, at, "atomic", kAtomics, out.atomic)) return false;
    std::optional<double> cost, conflicts;
    if (!flag(value, at, "result_used", out.result_used) || !flag(value, at, "adds_one", out.operand_is_one) ||
        !width(value, at, out.bytes) || !lanes(value, at, out.lanes) || !index(value, at, out.index) ||
        !number(value, at, "cost", true, cost) || !number(value, at, "conflicts", false, conflicts))
      return false;
    out.cost = *cost;
    out.conflicts = conflicts.value_or(0.0);
    return true;
  }

  bool streams(const json& value, const std::string& at, RecordedStreams& out) {
    std::optional<double> floats, rounds, total, spread;
    if (!number(value, at, "floats", true, floats) || !number(value, at, "rounds", true, rounds) ||
        !number(value, at, "total_ns", true, total) || !number(value, at, "spread", true, spread) ||
        !flag(value, at, "breadth_first", out.breadth_first))
      return false;
    out.floats = static_cast<std::uint64_t>(*floats), out.rounds = static_cast<std::uint64_t>(*rounds);
    out.total_ns = *total, out.spread = *spread;
    const auto parts = value.find("timeline_ns");
    if (parts == value.end() || !parts->is_array() || parts->size() > 1024)
      return fail(at + ".timeline_ns", "a list of six times for each stream is needed here");
    for (const json& part : *parts)
      if (!stream_part(part, at + ".timeline_ns", out.parts.emplace_back())) return false;
    return true;
  }

  bool stream_part(const json& value, const std::string& at, RecordedStreams::Part& out) {
    if (!value.is_array() || value.size() != 6)
      return fail(at, "six times are needed: start and end of copy in, kernel, copy out");
    double* const times[] = {&out.in_start,   &out.in_end,    &out.kernel_start,
                             &out.kernel_end, &out.out_start, &out.out_end};
    for (std::size_t i = 0; i < 6; ++i) {
      std::optional<double> real;
      if (!one_number(value[i], at, real)) return false;
      *times[i] = *real;
    }
    return true;
  }

  bool width(const json& object, const std::string& at, std::uint32_t& out) {
    const auto found = object.find("bytes");
    if (found != object.end() && found->is_number_integer()) {
      for (const std::uint32_t bytes : {1u, 2u, 4u, 8u, 16u})
        if (*found == bytes) {
          out = bytes;
          return true;
        }
    }
    return fail(at + ".bytes", "an access has 1, 2, 4, 8 or 16 bytes");
  }

  bool lanes(const json& object, const std::string& at, LaneMask& out) {
    std::string digits;
    if (!text(object, at, "lanes", digits)) return false;
    if (digits.size() > 8 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
      return fail(at + ".lanes", "a lane mask has up to 8 hexadecimal digits");
    out = static_cast<LaneMask>(std::stoul(digits, nullptr, 16));
    return out != 0 || fail(at + ".lanes", "at least one lane is active");
  }

  bool index(const json& object, const std::string& at, PerLane<std::int64_t>& out) {
    const auto found = object.find("index");
    if (found == object.end() || !found->is_array() || found->size() != out.size())
      return fail(at + ".index", fmt::format("a list of {} element indices is needed here", out.size()));
    for (std::size_t i = 0; i < out.size(); ++i) {
      const json& item = (*found)[i];
      const std::string place = fmt::format("{}.index[{}]", at, i);
      if (!item.is_number_integer() || item < -kMostIndex || item > kMostIndex)
        return fail(place, "a whole number is needed here");
      out[i] = item.get<std::int64_t>();
      if (out[i] < 0) return fail(place, "an index is not negative");
    }
    return true;
  }

  std::string& error_;
};

}  // namespace

std::optional<Recording> read_recording(const std::string& text, std::string& error) {
  const json value = json::parse(text, nullptr, false);
  if (value.is_discarded()) {
    error = "The text is not JSON.";
    return std::nullopt;
  }
  Recording recording;
  if (!Reader(error).recording(value, recording)) return std::nullopt;
  return recording;
}

}  // namespace warpglass
