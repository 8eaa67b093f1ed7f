// Checked reading of TOML tables: every accessor says what is wrong, with the line and the path of keys, and goes on,
// so that one reading reports every mistake. Used by scenes and machine files; includes toml++ (without exceptions).
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Wrong text is an answer here, not an exception; packaged builds of the library know exceptions only, so its headers
// are compiled in, whatever the package says.
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
// Some texts that are not TOML break what the parser asserts (a release build would even assume it); the code behind
// the assertions reports them properly, so they are taken out.
#include <toml++/impl/preprocessor.h>
#undef TOML_ASSERT
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT(condition) static_cast<void>(0)
#define TOML_ASSERT_ASSUME(condition) static_cast<void>(0)
#include <toml++/toml.h>

#include "app/scene/scene_words.h"

namespace warpglass {

// One sentence when the text could not be parsed without danger: too long, nested too deeply by dotted keys, or with a
// table header without a name.
std::string refuse_toml(const std::string& text, std::uint32_t& line);

class TomlReader {
 public:
  TomlReader(const toml::table& table, std::string path, std::vector<SceneError>& errors)
      : table_(table), path_(std::move(path)), errors_(errors) {}

  void fail(const std::string& key, const std::string& message);
  // Every key that is not among these is a mistake.
  void only(std::initializer_list<std::string_view> known);
  void only(const std::vector<std::string_view>& known);
  bool has(const char* key) const { return table_.contains(key); }
  bool is_table(const char* key) const { return table_[key].is_table(); }

  // Each leaves `out` alone when the key is missing, which is a mistake where `needed`.
  void text(const char* key, std::string& out, std::size_t longest, bool needed = false);
  void whole(const char* key, std::int64_t& out, std::int64_t least, std::int64_t most, bool needed = false);
  // A finite number; `whole`: without a fraction.
  void number(const char* key, double& out, double least, double most, bool whole);
  void flag(const char* key, bool& out);
  void localised(const char* key, LocalisedText& out, std::size_t longest, bool needed = false);
  void texts(const char* key, std::vector<std::string>& out, std::size_t most, std::size_t longest);
  void wholes(const char* key, std::vector<std::int64_t>& out, std::size_t most);
  void values(const char* key, std::map<std::string, std::int64_t>& out, std::size_t most);
  // The whole table, every key of it a name.
  void all_values(std::map<std::string, std::int64_t>& out, std::size_t most);
  // { name = "text" }, in the order of the names.
  void named_texts(const char* key, std::vector<std::pair<std::string, std::string>>& out, std::size_t most,
                   std::size_t longest);
  // "NAME=text" each.
  void pairs(const char* key, std::vector<std::pair<std::string, std::string>>& out, std::size_t most);

  template <class Value, std::size_t N>
  void choice(const char* key, const Words<Value, N>& words, Value& out, bool needed = false) {
    std::string word;
    text(key, word, 100, needed);
    if (!has(key) || word.empty()) return;
    std::string all;
    for (const auto& [value, known] : words) {
      if (word == known) {
        out = value;
        return;
      }
      all += (all.empty() ? "" : ", ") + std::string(known);
    }
    fail(key, "One of these is needed here: " + all + ".");
  }

  // Calls each(reader of the item) for a list of tables.
  template <class Each>
  void tables(const char* key, std::size_t most, Each each) {
    const toml::array* items = list(key, most);
    if (items == nullptr) return;
    for (std::size_t i = 0; i < items->size(); ++i) {
      const std::string place = path_of(key) + "[" + std::to_string(i) + "]";
      const toml::table* item = (*items)[i].as_table();
      if (item == nullptr)
        fail_at((*items)[i], place, "A table is needed here.");
      else
        each(TomlReader(*item, place, errors_));
    }
  }
  // Calls each(reader) for a table; a missing one is a mistake.
  template <class Each>
  void table(const char* key, Each each) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return fail(key, "This table is missing.");
    if (!node->is_table()) return fail(key, "A table is needed here.");
    each(TomlReader(*node->as_table(), path_of(key), errors_));
  }

 private:
  std::string path_of(std::string_view key) const;
  void fail_at(const toml::node& node, const std::string& place, const std::string& message);
  const toml::node* find(const char* key, bool needed);
  const toml::array* list(const char* key, std::size_t most);
  bool take_text(const toml::node& node, const std::string& place, std::string& out, std::size_t longest);

  const toml::table& table_;
  std::string path_;
  std::vector<SceneError>& errors_;
};

}  // namespace warpglass
