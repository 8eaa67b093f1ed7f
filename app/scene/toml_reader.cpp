// See toml_reader.h.
#include "app/scene/toml_reader.h"

#include <algorithm>

#include <fmt/format.h>

namespace warpglass {
namespace {

constexpr std::size_t kLargestText = 1u << 20;
constexpr std::size_t kMostErrors = 50;
constexpr int kMostDots = 8;  // dotted keys nest tables; this many in one line are enough for any scene

// Follows TOML's strings and comments and looks at what lies outside of them: the dots of each line, the names of table
// headers, and characters beyond ASCII, which only quoted text may hold (the parser's tables of them have holes).
class Guard {
 public:
  explicit Guard(const std::string& text) : text_(text), at_(text.starts_with("\xef\xbb\xbf") ? 3 : 0) {}

  // What is wrong, on line(); empty when the text may be parsed.
  std::string run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') next_line();
      if (c == '=') in_value_ = true;
      if (static_cast<unsigned char>(c) >= 0x80)
        return "Text that is not ASCII has to stand in quotes or in a comment.";
      if ((c == '"' || c == '\'') && !may_open_text()) return "A quote does not fit here.";
      if (c == '[' && !in_value_ && !header_has_name()) return "The name of this table is missing.";
      if (c == '.' && ++dots_ > kMostDots) return "This line nests more names with dots than a scene ever needs.";
      if (c == '#')
        skip_comment();
      else if (c == '"' || c == '\'')
        skip_string(c);
      else
        ++at_;
    }
    return {};
  }
  std::uint32_t line() const { return line_; }

 private:
  void next_line() {
    ++line_;
    dots_ = 0;
    in_value_ = false;
  }

  // Elsewhere the parser would not take it for the start of a string, and we would lose our place.
  bool may_open_text() const {
    return at_ == 0 || std::string_view(" \t\n\r=[,{.").find(text_[at_ - 1]) != std::string_view::npos;
  }

  bool header_has_name() const {
    const std::size_t first = text_.find_first_not_of("[ \t", at_);
    if (first == std::string::npos) return false;
    const char c = text_[first];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '"' || c == '\'';
  }

  void skip_comment() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool many = text_.compare(at_, 3, three) == 0;
    at_ += many ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        if (!many) return;  // TOML refuses it later
        next_line();
      }
      if (c == '\\' && quote == '"') {
        at_ += 2;
      } else if (many && text_.compare(at_, 3, three) == 0) {
        at_ += 3;
        while (at_ < text_.size() && text_[at_] == quote) ++at_;  // up to two more quotes belong to the text
        return;
      } else {
        ++at_;
        if (!many && c == quote) return;
      }
    }
  }

  const std::string& text_;
  std::size_t at_;
  std::uint32_t line_ = 1;
  int dots_ = 0;
  bool in_value_ = false;
};

}  // namespace

std::string refuse_toml(const std::string& text, std::uint32_t& line) {
  line = 0;
  if (text.size() > kLargestText) return fmt::format("A scene may have at most {} KiB of text.", kLargestText >> 10);
  Guard guard(text);
  std::string wrong = guard.run();
  if (!wrong.empty()) line = guard.line();
  return wrong;
}

std::string TomlReader::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

void TomlReader::fail_at(const toml::node& node, const std::string& place, const std::string& message) {
  if (errors_.size() < kMostErrors)
    errors_.push_back({static_cast<std::uint32_t>(node.source().begin.line), place, message});
}

void TomlReader::fail(const std::string& key, const std::string& message) {
  const toml::node* node = table_.get(key);
  fail_at(node == nullptr ? table_ : *node, path_of(key), message);
}

void TomlReader::only(std::initializer_list<std::string_view> known) { only(std::vector<std::string_view>(known)); }

void TomlReader::only(const std::vector<std::string_view>& known) {
  for (const auto& [key, node] : table_) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    fail_at(node, path_of(key.str().substr(0, 60)), "There is no such key here; is it misspelt?");
  }
}

const toml::node* TomlReader::find(const char* key, bool needed) {
  const toml::node* node = table_.get(key);
  if (node == nullptr && needed) fail_at(table_, path_of(key), "This key is missing.");
  return node;
}

bool TomlReader::take_text(const toml::node& node, const std::string& place, std::string& out, std::size_t longest) {
  const auto* text = node.as_string();
  if (text == nullptr) {
    fail_at(node, place, "A text in quotes is needed here.");
  } else if (text->get().size() > longest) {
    fail_at(node, place, fmt::format("This text may have at most {} bytes.", longest));
  } else {
    out = text->get();
    return true;
  }
  return false;
}

void TomlReader::text(const char* key, std::string& out, std::size_t longest, bool needed) {
  const toml::node* node = find(key, needed);
  if (node == nullptr || !take_text(*node, path_of(key), out, longest)) return;
  if (needed && out.empty()) fail(key, "This text may not be empty.");
}

void TomlReader::whole(const char* key, std::int64_t& out, std::int64_t least, std::int64_t most, bool needed) {
  const toml::node* node = find(key, needed);
  if (node == nullptr) return;
  const auto* number = node->as_integer();
  if (number == nullptr) return fail(key, "A whole number is needed here.");
  if (number->get() < least || number->get() > most)
    return fail(key, fmt::format("{} is outside {} to {}.", number->get(), least, most));
  out = number->get();
}

void TomlReader::number(const char* key, double& out, double least, double most, bool whole) {
  const toml::node* node = find(key, false);
  if (node == nullptr) return;
  const auto value = node->is_boolean() ? std::nullopt : node->value<double>();
  if (!value || (whole && !node->is_integer())) {
    fail_at(*node, path_of(key), whole ? "A whole number is needed here." : "A number is needed here.");
  } else if (!(*value >= least && *value <= most)) {
    fail_at(*node, path_of(key), fmt::format("A number from {} to {} is needed here.", least, most));
  } else {
    out = *value;
  }
}

void TomlReader::flag(const char* key, bool& out) {
  const toml::node* node = find(key, false);
  if (node == nullptr) return;
  if (!node->is_boolean()) return fail(key, "true or false is needed here.");
  out = node->as_boolean()->get();
}

void TomlReader::localised(const char* key, LocalisedText& out, std::size_t longest, bool needed) {
  const toml::node* node = find(key, needed);
  if (node == nullptr) return;
  if (!node->is_table()) return fail(key, "Texts are written as { en = \"...\", ko = \"...\" }.");
  TomlReader inside(*node->as_table(), path_of(key), errors_);
  inside.only({"en", "ko"});
  inside.text("en", out.en, longest);
  inside.text("ko", out.ko, longest);
}

const toml::array* TomlReader::list(const char* key, std::size_t most) {
  const toml::node* node = find(key, false);
  if (node == nullptr) return nullptr;
  const toml::array* items = node->as_array();
  if (items == nullptr) {
    fail(key, "A list is needed here.");
  } else if (items->size() > most) {
    fail(key, fmt::format("There may be at most {} of them.", most));
    return nullptr;
  }
  return items;
}

void TomlReader::texts(const char* key, std::vector<std::string>& out, std::size_t most, std::size_t longest) {
  const toml::array* items = list(key, most);
  if (items == nullptr) return;
  out.clear();
  for (std::size_t i = 0; i < items->size(); ++i)
    take_text((*items)[i], fmt::format("{}[{}]", path_of(key), i), out.emplace_back(), longest);
}

void TomlReader::wholes(const char* key, std::vector<std::int64_t>& out, std::size_t most) {
  const toml::array* items = list(key, most);
  if (items == nullptr) return;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const auto* number = (*items)[i].as_integer();
    if (number == nullptr)
      fail_at((*items)[i], fmt::format("{}[{}]", path_of(key), i), "A whole number is needed here.");
    else
      out.push_back(number->get());
  }
}

void TomlReader::values(const char* key, std::map<std::string, std::int64_t>& out, std::size_t most) {
  const toml::node* node = find(key, false);
  if (node == nullptr) return;
  const toml::table* table = node->as_table();
  if (table == nullptr) return fail(key, "Values are written as { name = 1 }.");
  if (table->size() > most) return fail(key, fmt::format("There may be at most {} of them.", most));
  for (const auto& [name, item] : *table) {
    const auto* number = item.as_integer();
    if (number == nullptr)
      fail_at(item, path_of(key) + "." + std::string(name.str()), "A whole number is needed here.");
    else
      out[std::string(name.str())] = number->get();
  }
}

void TomlReader::all_values(std::map<std::string, std::int64_t>& out, std::size_t most) {
  if (table_.size() > most) return fail("", fmt::format("There may be at most {} of them.", most));
  for (const auto& [name, item] : table_) {
    const auto* number = item.as_integer();
    if (number == nullptr)
      fail_at(item, path_of(name.str()), "A whole number is needed here.");
    else
      out[std::string(name.str())] = number->get();
  }
}

void TomlReader::named_texts(const char* key, std::vector<std::pair<std::string, std::string>>& out, std::size_t most,
                             std::size_t longest) {
  const toml::node* node = find(key, false);
  if (node == nullptr) return;
  const toml::table* table = node->as_table();
  if (table == nullptr) return fail(key, "Texts with names are written as { name = \"text\" }.");
  if (table->size() > most) return fail(key, fmt::format("There may be at most {} of them.", most));
  for (const auto& [name, item] : *table) {
    std::string text;
    if (take_text(item, path_of(key) + "." + std::string(name.str()), text, longest))
      out.emplace_back(std::string(name.str()), std::move(text));
  }
}

void TomlReader::pairs(const char* key, std::vector<std::pair<std::string, std::string>>& out, std::size_t most) {
  std::vector<std::string> items;
  texts(key, items, most, 64 * 1024);
  for (const std::string& item : items) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos || equals == 0)
      fail(key, "Each of these is written as \"NAME=value\".");
    else
      out.emplace_back(item.substr(0, equals), item.substr(equals + 1));
  }
}

}  // namespace warpglass
