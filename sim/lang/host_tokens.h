// The tokens of a source as host code is walked: by index, brackets matched, lists split. Any index is safe to ask for.
// Used by host_launch.cpp only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/token.h"

namespace warpglass::lang {

class HostTokens {
 public:
  explicit HostTokens(const std::vector<Token>& tokens) {
    for (const Token& token : tokens) {
      if (token.kind != TokenKind::kPragma && token.kind != TokenKind::kEnd) tokens_.push_back(&token);
    }
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? std::string_view(tokens_[i]->text) : std::string_view();
  }
  bool is_name(std::size_t i) const { return i < tokens_.size() && tokens_[i]->kind == TokenKind::kIdentifier; }

  std::size_t matching(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < tokens_.size(); ++i) {
      const std::string_view t = text(i);
      if (t == "(" || t == "[" || t == "{") ++depth;
      if ((t == ")" || t == "]" || t == "}") && --depth <= 0) return i;
    }
    return tokens_.size();
  }

  // Index of the "," or `close` that ends the item at `first`.
  std::size_t item_end(std::size_t first, std::string_view close) const {
    int depth = 0;
    std::size_t i = first;
    for (; i < tokens_.size(); ++i) {
      const std::string_view t = text(i);
      if (depth == 0 && (t == "," || t == close ||
                         (close == ">>>" && ((t == ">>" && text(i + 1) == ">") || (t == ">" && text(i + 1) == ">>")))))
        break;
      if (t == "(" || t == "[" || t == "{") ++depth;
      if ((t == ")" || t == "]" || t == "}") && --depth < 0) break;
      if (t == ";" && depth == 0) break;
    }
    return i;
  }

  std::size_t stars_end(std::size_t i) const {
    while (text(i) == "*") ++i;
    return i;
  }

  bool contains_launch(std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i < last; ++i) {
      if (text(i) == "<<<" || text(i) == "{") return true;
    }
    return false;
  }

  struct Item {
    std::size_t first, last;
  };

  std::vector<Item> items(std::size_t first, std::string_view close, std::size_t& end) const {
    std::vector<Item> list;
    for (std::size_t i = first; i < tokens_.size() && list.size() < 64;) {
      end = item_end(i, close);
      if (end > i) list.push_back({i, end});
      if (text(end) != ",") break;
      i = end + 1;
    }
    return list;
  }

  std::string joined(std::size_t first, std::size_t last) const {
    std::string out;
    for (std::size_t i = first; i < last && i < tokens_.size() && out.size() < 200; ++i) {
      if (!out.empty() && tokens_[i]->space_before) out += ' ';
      out += tokens_[i]->text;
    }
    return out;
  }

 protected:
  std::vector<const Token*> tokens_;
};

}  // namespace warpglass::lang
