// Messages: the list of diagnostics of one run of the front end.
// At most 20 errors and 50 notes are kept, one for each place, so that a broken file cannot flood the window.
#include <algorithm>

#include "sim/lang/stages.h"

namespace warpglass::lang {

namespace {

constexpr int kMaxErrors = 20;
constexpr std::size_t kMaxNotes = 50;

// What is outside the subset is named once, where it first occurs.
bool is_refusal(const std::string& message) {
  return message.find("outside the simulator's CUDA subset") != std::string::npos;
}

bool same_place(const Span& a, const Span& b) { return a.known() && a.file == b.file && a.offset == b.offset; }

}  // namespace

void Messages::error(const Span& span, std::string message, std::string note) {
  Diagnostic diagnostic;
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  diagnostic.note = std::move(note);
  add(std::move(diagnostic));
}

void Messages::note(const Span& span, std::string message) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::kNote;
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  add(std::move(diagnostic));
}

void Messages::add(Diagnostic diagnostic) {
  const bool is_error = diagnostic.severity == Severity::kError;
  for (const Diagnostic& known : list_) {
    if (is_error && known.message == diagnostic.message && is_refusal(known.message)) return;
    const bool same_kind = (known.severity == Severity::kError) == is_error;
    if (same_kind && same_place(known.span, diagnostic.span) && (is_error || known.message == diagnostic.message))
      return;
  }
  if (!is_error) {
    if (list_.size() < kMaxNotes + kMaxErrors) list_.push_back(std::move(diagnostic));
    return;
  }
  if (errors_ > kMaxErrors) return;
  if (++errors_ <= kMaxErrors) {
    list_.push_back(std::move(diagnostic));
    return;
  }
  Diagnostic more;
  more.severity = Severity::kNote;
  more.message = "there are more errors; the first 20 are shown";
  list_.push_back(std::move(more));
}

}  // namespace warpglass::lang
