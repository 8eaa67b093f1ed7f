// See rich_text.h.
#include "app/gui/panels/rich_text.h"

#include <algorithm>
#include <vector>

#include "app/gui/glossary.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

struct Run {
  std::string text, tip;
  ImFont* font = nullptr;
  ImU32 colour = 0;
  bool code = false;
  bool card = false;  // a word of the glossary
};

std::size_t character_bytes(unsigned char first) { return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4; }

std::string number_tip(const PanelInput& input, const FilledNumber& number) {
  if (number.there) {
    if (number.kind == PlaceholderKind::kComputed) return input.text("lesson.computed", number.label);
    if (number.kind == PlaceholderKind::kMeasured) return input.text("lesson.measured", number.label);
    return number.label;
  }
  if (number.kind == PlaceholderKind::kMeasured) return input.text("lesson.not_measured");
  if (number.why == NoNumber::kNoTiming) return input.text("lesson.no_timing");
  return input.text("lesson.no_number");
}

class Writer {
 public:
  Writer(const PanelInput& input, const std::string& section, ImU32 colour)
      : input_(input),
        section_(section),
        colour_(colour),
        size_(input.metrics.px(13.5f)),
        line_(input.metrics.px(19)),
        origin_(ImGui::GetCursorScreenPos()),
        width_(std::max(ImGui::GetContentRegionAvail().x, input.metrics.px(40))) {}

  void text(const std::string& all) {
    std::string paragraph;
    bool fenced = false;
    for (std::size_t at = 0; at <= all.size();) {
      const std::size_t end = std::min(all.find('\n', at), all.size());
      const std::string line = all.substr(at, end - at);
      at = end + 1;
      if (line.starts_with("```")) {
        flush(paragraph);
        fenced = !fenced;
      } else if (fenced) {
        code_line(line);
      } else if (line.empty()) {
        flush(paragraph);
      } else if (const std::size_t mark = item_mark(line); mark > 0) {
        flush(paragraph);
        item(line.substr(0, mark), line.substr(mark));
      } else {
        paragraph += (paragraph.empty() ? "" : " ") + line;
      }
    }
    flush(paragraph);
    ImGui::Dummy({width_, std::max(y_, 1.0f)});
  }

 private:
  // Bytes of "- " or "12. " at the front; 0: no item.
  static std::size_t item_mark(const std::string& line) {
    if (line.starts_with("- ") || line.starts_with("* ")) return 2;
    const std::size_t digits = line.find_first_not_of("0123456789");
    return digits != std::string::npos && digits > 0 && digits < 3 && line.compare(digits, 2, ". ") == 0 ? digits + 2
                                                                                                         : 0;
  }

  void flush(std::string& paragraph) {
    if (paragraph.empty()) return;
    words(paragraph, 0.0f);
    y_ += input_.metrics.px(6);
    paragraph.clear();
  }

  void item(const std::string& mark, const std::string& rest) {
    const float indent = input_.metrics.px(16);
    const std::string shown = mark[0] == '-' || mark[0] == '*' ? "\u2022" : mark;
    draw_text(input_, {origin_.x + input_.metrics.px(2), origin_.y + y_}, input_.fonts.regular, size_,
              input_.theme.accent, shown);
    words(rest, indent);
    y_ += input_.metrics.px(3);
  }

  void code_line(const std::string& line) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({origin_.x, origin_.y + y_}, {origin_.x + width_, origin_.y + y_ + line_}, input_.theme.field);
    const float size = input_.metrics.px(12.5f);
    draw_text(input_, {origin_.x + input_.metrics.px(6), origin_.y + y_ + input_.metrics.px(2)}, input_.fonts.mono,
              size, input_.theme.text, shortened(input_.fonts.mono, size, line, width_ - input_.metrics.px(8)));
    y_ += line_;
  }

  std::vector<Run> runs_of(const std::string& text) const {
    std::vector<Run> runs;
    std::string plain;
    bool strong = false;
    const auto add = [&] {
      if (!plain.empty())
        add_words(runs, {plain, "", strong ? input_.fonts.bold : input_.fonts.regular,
                         strong ? input_.theme.text : colour_, false});
      plain.clear();
    };
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t tick = text[at] == '`' ? text.find('`', at + 1) : std::string::npos;
      const std::size_t close = text.compare(at, 2, "{{") == 0 ? text.find("}}", at) : std::string::npos;
      if (text.compare(at, 2, "**") == 0) {
        add();
        strong = !strong;
        at += 2;
      } else if (tick != std::string::npos) {
        add();
        runs.push_back({text.substr(at + 1, tick - at - 1), "", input_.fonts.mono, input_.theme.text, true});
        at = tick + 1;
      } else if (close != std::string::npos) {
        add();
        runs.push_back(number(text.substr(at + 2, close - at - 2)));
        at = close + 2;
      } else {
        plain += text[at++];
      }
    }
    add();
    return runs;
  }

  // A run, with the glossary's words in it as runs of their own.
  void add_words(std::vector<Run>& runs, const Run& whole) const {
    std::size_t from = 0, at = 0, length = 0;
    while (const GlossaryEntry* entry = find_glossary_word(input_.text, whole.text, from, at, length)) {
      Run before = whole, word = whole;
      before.text = whole.text.substr(from, at - from);
      word.text = whole.text.substr(at, length);
      word.tip = glossary_card(input_.text, *entry);
      word.card = true;
      if (!before.text.empty()) runs.push_back(std::move(before));
      runs.push_back(std::move(word));
      from = at + length;
    }
    Run rest = whole;
    rest.text = whole.text.substr(from);
    if (!rest.text.empty()) runs.push_back(std::move(rest));
  }

  Run number(std::string what) const {
    what.erase(0, what.find_first_not_of(' '));
    what.erase(what.find_last_not_of(' ') + 1);
    Run run{"\u2026", "", input_.fonts.bold, input_.theme.accent, false, false};
    if (what.starts_with("knob ") && section_.starts_with("step ") && !is_lab(input_.state)) {
      run.text = lesson_number(static_cast<double>(knob_value(input_.state.scene, what.substr(5))));
      return run;
    }
    const auto found = input_.state.course.numbers.find(section_ + "\n" + what);
    if (found == input_.state.course.numbers.end()) return run;
    const bool machine = found->second.kind == PlaceholderKind::kMachine;
    run.text = input_.state.hidden && !machine ? "?" : found->second.text;
    run.tip = number_tip(input_, found->second);
    return run;
  }

  // Words of all runs; pieces that no blank parts stay together.
  struct Piece {
    const Run* run;
    std::string text;
    float width;
  };

  void words(const std::string& text, float indent) {
    const std::vector<Run> runs = runs_of(text);
    x_ = indent_ = indent;
    std::vector<Piece> word;
    for (const Run& run : runs) {
      for (std::size_t at = 0; at < run.text.size();) {
        const std::size_t end = run.code ? run.text.size() : std::min(run.text.find(' ', at), run.text.size());
        if (end > at) {
          const std::string part = run.text.substr(at, end - at);
          word.push_back({&run, part, text_width(run.font, size_of(run), part)});
        }
        if (end < run.text.size()) {
          place(word);
          if (x_ > indent_) x_ += text_width(input_.fonts.regular, size_, " ");
        }
        at = end + 1;
      }
    }
    place(word);
    y_ += line_;
  }

  float size_of(const Run& run) const { return run.code ? size_ * 0.95f : size_; }

  void place(std::vector<Piece>& word) {
    float total = 0.0f;
    for (const Piece& piece : word) total += piece.width;
    if (x_ > indent_ && x_ + total > width_) new_line();
    for (const Piece& piece : word) {
      if (x_ + piece.width <= width_)
        draw(piece);
      else
        draw_cut(piece);
    }
    word.clear();
  }

  void new_line() {
    x_ = indent_;
    y_ += line_;
  }

  void draw_cut(const Piece& piece) {
    for (std::size_t at = 0; at < piece.text.size();) {
      const std::size_t bytes =
          std::min(character_bytes(static_cast<unsigned char>(piece.text[at])), piece.text.size() - at);
      const std::string character = piece.text.substr(at, bytes);
      const float wide = text_width(piece.run->font, size_of(*piece.run), character);
      if (x_ + wide > width_ && x_ > indent_) new_line();
      draw({piece.run, character, wide});
      at += bytes;
    }
  }

  void draw(const Piece& piece) {
    const ImVec2 at = {origin_.x + x_, origin_.y + y_};
    if (piece.run->code)
      ImGui::GetWindowDrawList()->AddRectFilled({at.x - input_.metrics.px(1), at.y},
                                                {at.x + piece.width + input_.metrics.px(1), at.y + line_ * 0.92f},
                                                input_.theme.field, input_.metrics.px(3));
    draw_text(input_, at, piece.run->font, size_of(*piece.run), piece.run->colour, piece.text);
    const bool hovered = !piece.run->tip.empty() && ImGui::IsWindowHovered() &&
                         ImGui::IsMouseHoveringRect(at, {at.x + piece.width, at.y + line_});
    if (piece.run->card)
      ImGui::GetWindowDrawList()->AddLine({at.x, at.y + line_ * 0.86f}, {at.x + piece.width, at.y + line_ * 0.86f},
                                          hovered ? input_.theme.accent : with_alpha(input_.theme.dim, 0.35f),
                                          input_.metrics.px(1));
    if (hovered) card(piece.run->tip);
    x_ += piece.width;
  }

  void card(const std::string& text) const {
    ImGui::PushFont(input_.fonts.regular, input_.metrics.px(13));
    if (ImGui::BeginTooltip()) {
      ImGui::PushTextWrapPos(input_.metrics.px(300));
      ImGui::TextUnformatted(text.c_str(), text.c_str() + text.size());
      ImGui::PopTextWrapPos();
      ImGui::EndTooltip();
    }
    ImGui::PopFont();
  }

  const PanelInput& input_;
  const std::string& section_;
  ImU32 colour_;
  float size_, line_;
  ImVec2 origin_;
  float width_, x_ = 0.0f, y_ = 0.0f, indent_ = 0.0f;
};

}  // namespace

void rich_text(const PanelInput& input, const std::string& text, const std::string& section, ImU32 colour) {
  Writer(input, section, colour).text(text);
}

}  // namespace warpglass
