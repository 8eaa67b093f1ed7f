// See device_source.h. A scan of the top level: literals, comments and preprocessor lines are stepped over, and a pair
// of braces that follows a parameter list belongs to a function, whose marks stand before it.
#include "app/device/device_source.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace warpglass {
namespace {

// The end of what starts at `at` when that is a comment, a literal or (at the start of a line) a directive; else `at`.
std::size_t skip(std::string_view text, std::size_t at, bool line_start) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (rest.starts_with("/*")) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  if (rest.starts_with("R\"")) {
    const std::size_t open = text.find('(', at);
    if (open == std::string_view::npos) return text.size();
    const std::string close = ")" + std::string(text.substr(at + 2, open - at - 2)) + "\"";
    const std::size_t end = text.find(close, open);
    return end == std::string_view::npos ? text.size() : end + close.size();
  }
  if (text[at] == '"' || text[at] == '\'') {
    std::size_t i = at + 1;
    while (i < text.size() && text[i] != text[at] && text[i] != '\n') i += text[i] == '\\' ? 2 : 1;
    return std::min(i + 1, text.size());
  }
  if (line_start && text[at] == '#') {
    std::size_t i = at;
    while (i < text.size() && text[i] != '\n') i += text[i] == '\\' && i + 1 < text.size() ? 2 : 1;
    return std::min(i, text.size());
  }
  return at;
}

std::size_t closing_brace(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size();) {
    const std::size_t after = skip(text, i, false);
    if (after != i) {
      i = after;
      continue;
    }
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0) return i;
    ++i;
  }
  return text.size() - 1;
}

bool has_word(std::string_view head, std::string_view word) {
  const auto is_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t at = head.find(word); at != std::string_view::npos; at = head.find(word, at + 1)) {
    const bool before = at == 0 || !is_name(head[at - 1]);
    const std::size_t end = at + word.size();
    if (before && (end >= head.size() || !is_name(head[end]))) return true;
  }
  return false;
}

// What stands before a brace at the top level, without comments: is it the head of a function for the host?
bool is_host_function(std::string_view head) {
  if (head.find('(') == std::string_view::npos) return false;
  for (const char* word : {"__global__", "__device__", "struct", "class", "union", "enum", "namespace", "constexpr",
                           "template", "extern \"C\""})
    if (has_word(head, word)) return false;
  const std::size_t equals = head.find('='), paren = head.find('(');
  return equals == std::string_view::npos || equals > paren;  // a variable with an initialiser
}

// A template without a mark belongs to the host when its body starts kernels or calls the host's libraries.
bool is_host_template(std::string_view head, std::string_view body) {
  if (!has_word(head, "template") || has_word(head, "__device__") || has_word(head, "__global__")) return false;
  if (head.find('(') == std::string_view::npos) return false;
  return body.find("<<<") != std::string_view::npos || body.find("std::") != std::string_view::npos ||
         body.find("cudaM") != std::string_view::npos || body.find("cudaD") != std::string_view::npos ||
         body.find("cudaE") != std::string_view::npos;
}

// A scope whose inside is top level too.
bool is_open_scope(std::string_view head) { return has_word(head, "namespace") || has_word(head, "extern"); }

void blank(std::string& text, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to && i < text.size(); ++i)
    if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
}

}  // namespace

std::string device_text(const std::string& source) {
  std::string out = source;
  std::string head;  // since the last ; or } without comments
  std::size_t start = 0;
  bool line_start = true;
  const auto begin_anew = [&](std::size_t at) { head.clear(), start = at; };
  for (std::size_t i = 0; i < source.size();) {
    const std::size_t after = skip(source, i, line_start);
    if (after != i) {
      const bool literal = source[i] == '"' || source[i] == '\'';
      if (literal) head.append(source, i, after - i);
      if (head.empty()) start = after;
      line_start = false;
      i = after;
      continue;
    }
    const char c = source[i];
    if (c == '\n')
      line_start = true;
    else if (!std::isspace(static_cast<unsigned char>(c)))
      line_start = false;
    if (c == ';' || c == '}') {
      begin_anew(i + 1);
    } else if (c == '{' && is_open_scope(head) && head.find('(') == std::string::npos) {
      begin_anew(i + 1);
    } else if (c == '{') {
      const std::size_t end = closing_brace(source, i);
      if (is_host_function(head) || is_host_template(head, std::string_view(source).substr(i, end - i))) {
        blank(out, start, end + 1);
        begin_anew(end + 1);
      } else if (head.find(')') != std::string::npos && head.find('=') == std::string::npos) {
        begin_anew(end + 1);  // a function for the device
      }
      i = end + 1;
      continue;
    } else if (!head.empty() || !std::isspace(static_cast<unsigned char>(c))) {
      head += c;
    } else {
      start = i + 1;
    }
    ++i;
  }
  return out;
}

std::vector<CompilerMessage> compiler_messages(const std::string& log, const std::string& source_name) {
  constexpr std::size_t kMost = 100;
  std::vector<CompilerMessage> out;
  for (std::size_t at = 0; at < log.size() && out.size() < kMost;) {
    const std::size_t end = std::min(log.find('\n', at), log.size());
    const std::string_view line = std::string_view(log).substr(at, end - at);
    at = end + 1;
    const std::size_t error = line.find("): error"), warning = line.find("): warning");
    const std::size_t mark = std::min(error, warning);
    const std::size_t paren = mark == std::string_view::npos ? mark : line.rfind('(', mark);
    if (paren == std::string_view::npos) continue;
    CompilerMessage message;
    message.error = error != std::string_view::npos;
    if (line.substr(0, paren) == source_name)
      for (std::size_t i = paren + 1; i < mark && i < paren + 8; ++i)
        if (std::isdigit(static_cast<unsigned char>(line[i])))
          message.line = message.line * 10 + static_cast<std::uint32_t>(line[i] - '0');
    const std::size_t text = line.find(": ", mark + 2);
    message.text = std::string(line.substr(text == std::string_view::npos ? mark : text + 2, 500));
    out.push_back(std::move(message));
  }
  return out;
}

}  // namespace warpglass
