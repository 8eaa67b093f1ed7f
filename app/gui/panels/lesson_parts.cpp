// See lesson_parts.h.
#include "app/gui/panels/lesson_parts.h"

#include <algorithm>

#include "app/course/grade.h"
#include "app/gui/panels/rich_text.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

// A tick or an empty box, drawn, and text beside it.
void mark(const PanelInput& input, bool done) {
  const Metrics& m = input.metrics;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low = {at.x + m.px(1), at.y + m.px(3)}, high = {low.x + m.px(12), low.y + m.px(12)};
  if (done) {
    list.AddRectFilled(low, high, input.theme.good, m.px(3));
    const ImU32 tick = text_on(input.theme.good);
    list.AddLine({low.x + m.px(2.5f), low.y + m.px(6)}, {low.x + m.px(5), low.y + m.px(9)}, tick, m.px(1.8f));
    list.AddLine({low.x + m.px(5), low.y + m.px(9)}, {low.x + m.px(9.5f), low.y + m.px(3)}, tick, m.px(1.8f));
  } else {
    list.AddRect(low, high, input.theme.dim, m.px(3), 0, m.px(1.2f));
  }
  ImGui::Indent(m.px(20));
}

void unmark(const PanelInput& input) { ImGui::Unindent(input.metrics.px(20)); }

// Buttons one below the other; the chosen one is ticked.
void choices(const PanelInput& input, const TextSection& section, const std::vector<std::string>& ids,
             const std::string& right, const std::string& given, const std::string& widget, CourseVerb verb,
             const std::string& id, Commands& commands) {
  for (const std::string& one : ids) {
    const TextPart* part = section.find(one);
    if (part == nullptr) continue;
    const bool chosen = given == one;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    mark(input, chosen && one == right);
    rich_text(input, part->text, section.id, chosen ? input.theme.text : mix(input.theme.text, input.theme.dim, 0.3f));
    unmark(input);
    // The button lies over the words and ends where they do.
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ImGui::GetCursorScreenPos().y - at.y - ImGui::GetStyle().ItemSpacing.y;
    ImGui::SetCursorScreenPos(at);
    if (ImGui::InvisibleButton(("###" + widget + one).c_str(), {std::max(width, 1.0f), std::max(height, 1.0f)}))
      commands.push_back(CourseAct{verb, id, one, 0});
    if (ImGui::IsItemHovered())
      ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), input.theme.accent,
                                          input.metrics.px(4));
    if (!chosen) continue;
    ImGui::Indent(input.metrics.px(20));
    rich_text(input, part->reason, section.id, one == right ? input.theme.good : input.theme.warning);
    ImGui::Unindent(input.metrics.px(20));
  }
}

std::string no_number_text(const PanelInput& input, NoNumber why) {
  switch (why) {
    case NoNumber::kFailed:
      return input.text("lesson.why_failed");
    case NoNumber::kNoMarker:
      return input.text("lesson.why_marker");
    case NoNumber::kNoAccess:
      return input.text("lesson.why_access");
    case NoNumber::kNoTiming:
      return input.text("lesson.no_timing");
    case NoNumber::kRefused:
    case NoNumber::kNone:
      break;
  }
  return {};
}

std::string condition_text(const PanelInput& input, const ConditionState& state) {
  std::string text = no_number_text(input, state.why);
  if (text.empty() && state.kind == ConditionKind::kMetric && state.has_value)
    text = input.text("lesson.is", lesson_number(state.value));
  if (!state.at.empty()) {
    std::string at;
    for (const auto& [name, value] : state.at) at += (at.empty() ? "" : ", ") + name + " = " + std::to_string(value);
    text += (text.empty() ? "" : " ") + input.text("lesson.at", at);
  }
  return text;
}

}  // namespace

const LessonText& lesson_text(const PanelInput& input, const Lesson& lesson) {
  const LessonText& own = lesson.text[input.text.language() == Language::kKorean ? 1 : 0];
  return own.given ? own : lesson.text[input.text.language() == Language::kKorean ? 0 : 1];
}

std::string lesson_title(const PanelInput& input, const Lesson& lesson) {
  const std::string& title = lesson_text(input, lesson).title;
  return title.empty() ? lesson.id : title;
}

std::string lesson_slide_title(const PanelInput& input, const Lesson& lesson) {
  std::string title = lesson_title(input, lesson);
  const LessonStep* step = open_step(input.state.course);
  const TextSection* section = step == nullptr ? nullptr : lesson_text(input, lesson).find("step " + step->id);
  if (section != nullptr && !section->parts.empty()) title += " · " + section->parts.front().id;
  return title;
}

void lesson_heading(const PanelInput& input, const std::string& text) {
  ImGui::PushFont(input.fonts.bold, input.metrics.px(15.5f));
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextUnformatted(text.c_str(), text.c_str() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

void LessonParts::predict(const PanelInput& input, const Lesson& lesson, const Prediction& prediction,
                          Commands& commands) {
  const std::string id = "predict " + prediction.id;
  const TextSection* section = lesson_text(input, lesson).find(id);
  section_title(input, input.text("lesson.predict"));
  if (section != nullptr) rich_text(input, section->text, id, input.theme.text);
  const LessonWork& work = open_work(input.state.course);
  const auto guess = work.guesses.find(prediction.id);
  const std::string given = guess == work.guesses.end() ? std::string() : guess->second;
  if (prediction.is_choice) {
    if (section != nullptr)
      choices(input, *section, prediction.choices, prediction.right_choice, given, "guess_" + prediction.id + "_",
              CourseVerb::kGuess, prediction.id, commands);
    return;
  }
  number_field(input, prediction, commands);
  if (!given.empty()) number_answer(input, section, prediction, given);
}

void LessonParts::number_field(const PanelInput& input, const Prediction& prediction, Commands& commands) {
  const Metrics& m = input.metrics;
  std::array<char, 40>& field = typed_[input.state.course.lesson + "/" + prediction.id];
  ImGui::PushFont(input.fonts.regular, m.px(14));
  ImGui::SetNextItemWidth(m.px(110));
  const bool entered = ImGui::InputText(("###predict_" + prediction.id).c_str(), field.data(), field.size(),
                                        ImGuiInputTextFlags_CharsDecimal | ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopFont();
  tooltip(input, input.text("lesson.predict_tip"));
  ImGui::SameLine();
  const bool clicked = button(input, input.text("lesson.guess"), ("###guess_" + prediction.id).c_str(),
                              input.text("lesson.predict_tip"));
  double value = 0;
  if ((entered || clicked) && read_guess(field.data(), value))
    commands.push_back(CourseAct{CourseVerb::kGuess, prediction.id, field.data(), 0});
}

void LessonParts::number_answer(const PanelInput& input, const TextSection* section, const Prediction& prediction,
                                const std::string& guess) {
  const auto& answers = input.state.course.answers;
  const auto answer = answers.find(prediction.id);
  double value = 0;
  if (answer == answers.end() || !answer->second.ok() || !read_guess(guess, value)) return;
  const bool right = guess_is_right(value, answer->second.value, prediction.tolerance);
  const std::string number = lesson_number(answer->second.value);
  paragraph(input, input.text(right ? "lesson.right" : "lesson.wrong", lesson_number(value), number),
            right ? input.theme.good : input.theme.warning);
  if (right || section == nullptr) return;
  for (const auto& [id, query] : prediction.wrong) {
    const auto known = answers.find(prediction.id + "/" + id);
    const TextPart* part = section->find(id);
    if (part != nullptr && known != answers.end() && known->second.ok() &&
        guess_is_right(value, known->second.value, 0.0))
      rich_text(input, part->text, section->id, input.theme.text);
  }
}

void LessonParts::mission(const PanelInput& input, const Lesson& lesson, Commands& commands) {
  if (const TextSection* section = lesson_text(input, lesson).find("mission"))
    rich_text(input, section->text, "mission", input.theme.text);
  conditions(input, lesson);
  sentence(input, commands);
  hints(input, lesson, commands);
  const bool changed = !is_lab(input.state) && input.state.scene.source != input.state.opened.source;
  if (changed && link(input, input.text("lesson.reset"), "###mission_reset", input.text("lesson.reset_tip")))
    commands.push_back(ResetSource{});
}

void LessonParts::conditions(const PanelInput& input, const Lesson& lesson) {
  const CourseView& view = input.state.course;
  section_title(input, input.text("lesson.conditions"));
  for (std::size_t i = 0; i < lesson.mission->conditions.size(); ++i) {
    const MissionCondition& condition = lesson.mission->conditions[i];
    const TextSection* section = lesson_text(input, lesson).find("condition " + condition.id);
    const bool judged = view.mission && i < view.mission->conditions.size();
    const ConditionState* state = judged ? &view.mission->conditions[i] : nullptr;
    mark(input, state != nullptr && state->met);
    rich_text(input, section == nullptr ? condition.id : section->text, "condition " + condition.id, input.theme.text);
    if (state != nullptr && !state->met) {
      const std::string why = condition_text(input, *state);
      if (!why.empty()) paragraph(input, why, input.theme.dim);
      if (!state->detail.empty()) tooltip(input, state->detail);
    }
    unmark(input);
  }
  if (view.mission && view.mission->passed)
    paragraph(input, input.text("lesson.passed"), input.theme.good);
  else if (view.judging)
    paragraph(input, input.text("lesson.judging"), input.theme.dim);
}

void LessonParts::sentence(const PanelInput& input, Commands& commands) {
  const CourseView& view = input.state.course;
  const Metrics& m = input.metrics;
  const std::string& kept = open_work(view).sentence;
  if (sentence_of_ != view.lesson) {
    sentence_of_ = view.lesson;
    sentence_.fill(0);
    kept.copy(sentence_.data(), sentence_.size() - 1);
  }
  section_title(input, input.text("lesson.sentence"));
  ImGui::PushFont(input.fonts.regular, m.px(13.5f));
  ImGui::InputTextMultiline("###sentence_field", sentence_.data(), sentence_.size(),
                            {ImGui::GetContentRegionAvail().x, m.px(62)}, ImGuiInputTextFlags_WordWrap);
  const bool typed = ImGui::IsItemDeactivatedAfterEdit() || ImGui::IsItemEdited();
  ImGui::PopFont();
  tooltip(input, input.text("lesson.sentence_tip"));
  if (typed && kept != sentence_.data()) commands.push_back(CourseAct{CourseVerb::kSentence, "", sentence_.data(), 0});
}

void LessonParts::hints(const PanelInput& input, const Lesson& lesson, Commands& commands) {
  const std::int64_t shown = open_work(input.state.course).hints;
  for (std::int64_t i = 1; i <= shown; ++i) {
    const std::string id = "hint " + std::to_string(i);
    const TextSection* section = lesson_text(input, lesson).find(id);
    if (section == nullptr) continue;
    section_title(input, input.text("lesson.hint", i));
    rich_text(input, section->text, id, input.theme.text);
  }
  if (shown < 3 && link(input, input.text("lesson.give_hint"), "###hint", input.text("lesson.hint_tip", shown)))
    commands.push_back(CourseAct{CourseVerb::kHint, "", "", 0});
}

void LessonParts::quiz(const PanelInput& input, const Lesson& lesson, Commands& commands) {
  for (const QuizQuestion& question : lesson.quiz) {
    const TextSection* section = lesson_text(input, lesson).find("quiz " + question.id);
    if (section == nullptr) continue;
    const auto& answers = open_work(input.state.course).answers;
    const auto given = answers.find(question.id);
    section_title(input, input.text("lesson.question"));
    rich_text(input, section->text, section->id, input.theme.text);
    choices(input, *section, question.choices, question.answer, given == answers.end() ? "" : given->second,
            "answer_" + question.id + "_", CourseVerb::kAnswer, question.id, commands);
  }
}

void LessonParts::hand_in(const PanelInput& input, Commands& commands) {
  const Metrics& m = input.metrics;
  section_title(input, input.text("lesson.hand_in"));
  if (!student_taken_) {
    student_taken_ = true;
    input.state.course.progress.student.copy(student_.data(), student_.size() - 1);
  }
  ImGui::PushFont(input.fonts.regular, m.px(13.5f));
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  ImGui::InputTextWithHint("###student", input.text("lesson.student"), student_.data(), student_.size());
  const bool named = ImGui::IsItemDeactivatedAfterEdit();
  ImGui::PopFont();
  tooltip(input, input.text("lesson.student_tip"));
  if (named) commands.push_back(CourseAct{CourseVerb::kStudent, "", student_.data(), 0});
  if (button(input, input.text("lesson.export"), "###export", input.text("lesson.export_tip")))
    commands.push_back(CourseAct{CourseVerb::kExport, "", "", 0});
}

}  // namespace warpglass
