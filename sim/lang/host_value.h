// Values of host expressions, as far as they can be known without running the host code. Used by host_launch.cpp only.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/lang/stages.h"

namespace warpglass::lang {

struct HostValue {
  bool is_dim3 = false;
  Number number;
  Dim3 dim3;
};

// Variables of the scopes around; nothing as value: declared, but not known.
class HostScopes {
 public:
  HostScopes() { scopes_.emplace_back(); }
  void push() { scopes_.emplace_back(); }
  void pop();
  std::size_t depth() const { return scopes_.size(); }
  void declare(const std::string& name, std::optional<HostValue> value) { scopes_.back()[name] = std::move(value); }
  // The variable's entry, or null when there is none. `is_innermost`: it belongs to the innermost scope.
  std::optional<HostValue>* find(const std::string& name, bool* is_innermost = nullptr);
  const std::optional<HostValue>* find(const std::string& name) const;

 private:
  std::vector<std::unordered_map<std::string, std::optional<HostValue>>> scopes_;
};

// Value of an expression; nothing when something in it is unknown, whose names are then added to `unknown` (each once).
std::optional<HostValue> evaluate_host(const Expr& expr, const HostScopes& scopes, std::vector<std::string>& unknown);

// x, or x, y, z of a launch configuration. Nothing when negative or no whole number.
std::optional<Dim3> as_dim3(const HostValue& value);

}  // namespace warpglass::lang
