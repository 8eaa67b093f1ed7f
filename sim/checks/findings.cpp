#include "sim/checks/findings.h"

#include <utility>

namespace warpglass::checks {

Findings::Key Findings::key(FaultKind kind, const Span& span, const Span& other) {
  Place a{span.file, span.line}, b{other.file, other.line};
  if (kind == FaultKind::kRace && b < a) std::swap(a, b);
  return {kind, a, b};
}

bool Findings::add(FaultKind kind, const Span& span, const Span& other, std::uint64_t times) {
  const auto [at, is_new] = index_.try_emplace(key(kind, span, other), all_.size());
  if (!is_new) {
    all_[at->second].count += times;
    return false;
  }
  Diagnostic made;
  made.kind = kind;
  made.span = span;
  made.count = times;
  all_.push_back(std::move(made));
  return true;
}

Diagnostic& Findings::of(FaultKind kind, const Span& span, const Span& other) {
  return all_[index_.at(key(kind, span, other))];
}

bool Findings::has(FaultKind kind, const Span& span, const Span& other) const {
  return index_.contains(key(kind, span, other));
}

}  // namespace warpglass::checks
