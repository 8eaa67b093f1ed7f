// Values of host expressions, as far as they can be known without running the host code. Used by host_launch.cpp only.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/lang/stages.h"

namespace warpglass::lang {

class HostScopes;

struct HostValue {
  bool is_dim3 = false;
  Number number;
  Dim3 dim3;
  std::optional<std::uint64_t> buffer_bytes = std::nullopt;  // a pointer to this much device memory, and no number
  bool is_number() const { return !is_dim3 && !buffer_bytes; }
};

// Bytes of types as host code names them: built-in ones, CUDA's vectors, plain structs and typedefs of the source.
class HostTypes {
 public:
  explicit HostTypes(const TranslationUnit* unit = nullptr) : unit_(unit) {}
  // Nothing for a type that is not known. `scopes` gives the sizes of array members.
  std::optional<std::int64_t> size_of(const TypeSyntax& type, const HostScopes& scopes) const;

 private:
  struct Layout {
    std::int64_t bytes = 0, alignment = 1;
  };
  std::optional<Layout> layout(const TypeSyntax& type, const HostScopes& scopes, int depth) const;
  std::optional<Layout> named(const std::string& name, const HostScopes& scopes, int depth) const;
  std::optional<Layout> record(const Decl& decl, const HostScopes& scopes, int depth) const;

  const TranslationUnit* unit_;
  mutable std::unordered_map<std::string, std::optional<Layout>> known_;
};

// Variables of the scopes around; nothing as value: declared, but not known.
class HostScopes {
 public:
  explicit HostScopes(const TranslationUnit* unit = nullptr) : types_(unit) { scopes_.emplace_back(); }
  const HostTypes& types() const { return types_; }
  void push() { scopes_.emplace_back(); }
  void pop();
  std::size_t depth() const { return scopes_.size(); }
  void declare(const std::string& name, std::optional<HostValue> value) { scopes_.back()[name] = std::move(value); }
  // The variable's entry, or null when there is none. `is_innermost`: it belongs to the innermost scope.
  std::optional<HostValue>* find(const std::string& name, bool* is_innermost = nullptr);
  const std::optional<HostValue>* find(const std::string& name) const;

 private:
  HostTypes types_;
  std::vector<std::unordered_map<std::string, std::optional<HostValue>>> scopes_;
};

// Value of an expression; nothing when something in it is unknown, whose names are then added to `unknown` (each once).
std::optional<HostValue> evaluate_host(const Expr& expr, const HostScopes& scopes, std::vector<std::string>& unknown);

// x, or x, y, z of a launch configuration. Nothing when negative or no whole number.
std::optional<Dim3> as_dim3(const HostValue& value);

}  // namespace warpglass::lang
