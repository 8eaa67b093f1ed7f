// What the checks found, grouped: one entry for each kind and place (and the other place), with how often. The first
// occurrence is the one that is described.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "sim/base/diagnostic.h"

namespace warpglass::checks {

class Findings {
 public:
  // Counts it; true when it is the first of its group and is still to be described by fill().
  bool add(FaultKind kind, const Span& span, const Span& other = {}, std::uint64_t times = 1);
  // The group's diagnostic, valid until the next add().
  Diagnostic& of(FaultKind kind, const Span& span, const Span& other = {});
  bool has(FaultKind kind, const Span& span, const Span& other = {}) const;
  std::vector<Diagnostic>& all() { return all_; }

 private:
  using Place = std::tuple<std::uint32_t, std::uint32_t>;  // file, line
  using Key = std::tuple<FaultKind, Place, Place>;
  static Key key(FaultKind kind, const Span& span, const Span& other);
  std::map<Key, std::size_t> index_;
  std::vector<Diagnostic> all_;
};

}  // namespace warpglass::checks
