// The Lesson panel: the list of lessons, and a lesson page by page. A page scrolls; back and next stay at the bottom.
// Predictions, mission and quiz are in lesson_parts.cpp.
#include "app/gui/panels/lesson_parts.h"

#include <algorithm>
#include <array>

#include "app/gui/panels/rich_text.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// Every blank-separated word of the query is somewhere in the lesson, in either language.
bool matches(const Lesson& lesson, const std::string& query) {
  std::string all = lower(lesson.id);
  for (const LessonText& text : lesson.text) {
    all += " " + lower(text.title);
    for (const TextSection& section : text.sections)
      if (!section.id.starts_with("hint") && !section.id.starts_with("quiz")) all += " " + lower(section.text);
  }
  for (std::size_t at = 0; at < query.size();) {
    const std::size_t end = std::min(query.find(' ', at), query.size());
    if (all.find(lower(query.substr(at, end - at))) == std::string::npos) return false;
    at = end + 1;
  }
  return true;
}

class LessonPanel : public Panel {
 public:
  void draw(const PanelInput& input, Commands& commands) override {
    const CourseView& view = input.state.course;
    const Lesson* lesson = open_lesson(view);
    const Metrics& m = input.metrics;
    if (lesson == nullptr || view.page == CoursePage::kPicker) return picker(input, commands);
    if (panel_header_link(input, place_text(input, *lesson), input.text("lesson.all"), "###lesson_all",
                          input.text("lesson.all_tip")))
      commands.push_back(CourseAct{CourseVerb::kPicker, "", "", 0});
    const float foot = m.px(40);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {m.px(8), m.px(5)});
    const std::string id = "###page_" + lesson->id + page_name(view);
    if (ImGui::BeginChild(id.c_str(), {0, std::max(ImGui::GetContentRegionAvail().y - foot, m.px(40))}))
      page(input, *lesson, commands);
    ImGui::EndChild();
    ImGui::PopStyleVar();
    navigation(input, *lesson, commands);
  }

 private:
  static std::string place_text(const PanelInput& input, const Lesson& lesson) {
    const CourseView& view = input.state.course;
    switch (view.page) {
      case CoursePage::kStep:
        return input.text("lesson.step", view.step + 1, lesson.steps.size());
      case CoursePage::kMission:
        return input.text("lesson.mission");
      case CoursePage::kQuiz:
        return input.text("lesson.quiz");
      case CoursePage::kEnd:
        return input.text("lesson.end");
      case CoursePage::kStart:
      case CoursePage::kPicker:
        break;
    }
    return input.text("lesson.lesson", lesson.id.substr(0, lesson.id.find('-')));
  }

  void picker(const PanelInput& input, Commands& commands) {
    const CourseView& view = input.state.course;
    const Metrics& m = input.metrics;
    panel_header(input, input.text("lesson.course"));
    if (view.course == nullptr || view.course->lessons.empty())
      return paragraph(input, input.text(view.missing ? "lesson.none" : "lesson.reading"), input.theme.dim);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {m.px(8), m.px(6)});
    const Lesson* last = find_lesson(*view.course, view.progress.lesson);
    if (last != nullptr && button(input, input.text("lesson.continue", lesson_title(input, *last)), "###continue",
                                  input.text("lesson.continue_tip")))
      commands.push_back(CourseAct{CourseVerb::kContinue, "", "", 0});
    ImGui::PushFont(input.fonts.regular, m.px(13.5f));
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    ImGui::InputTextWithHint("###lesson_search", input.text("lesson.search"), search_.data(), search_.size());
    ImGui::PopFont();
    tooltip(input, input.text("lesson.search_tip"));
    if (ImGui::BeginChild("###lesson_list")) {
      for (const Lesson& lesson : view.course->lessons)
        if (matches(lesson, search_.data())) entry(input, lesson, commands);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
  }

  // Number, title, minutes; a tick when the mission is passed, a ring when the lesson is begun.
  static void entry(const PanelInput& input, const Lesson& lesson, Commands& commands) {
    const CourseView& view = input.state.course;
    const Metrics& m = input.metrics;
    const auto work = view.progress.lessons.find(lesson.id);
    const bool begun = work != view.progress.lessons.end(), passed = begun && work->second.passed;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = m.px(24);
    ImGui::BeginDisabled(!lesson.usable);
    const bool clicked = ImGui::InvisibleButton(("###lesson_" + lesson.id).c_str(), {width, height});
    const bool lit = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    ImGui::EndDisabled();
    tooltip(input, lesson.usable ? goals(input, lesson) : input.text("lesson.broken"));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (lit) list.AddRectFilled(at, {at.x + width, at.y + height}, input.theme.hover, m.px(4));
    const float y = at.y + m.px(4), size = m.px(13.5f);
    const ImU32 colour = lesson.usable ? input.theme.text : input.theme.faint;
    draw_text(input, {at.x + m.px(2), y}, input.fonts.mono, size, input.theme.dim,
              lesson.id.substr(0, lesson.id.find('-')));
    const std::string minutes = input.text("lesson.minutes", lesson.minutes);
    const float right = text_width(input.fonts.regular, m.small(), minutes) + m.px(20);
    draw_text(input, {at.x + m.px(26), y}, input.fonts.regular, size, colour,
              shortened(input.fonts.regular, size, lesson_title(input, lesson), width - m.px(30) - right));
    draw_text(input, {at.x + width - right, y + m.px(1)}, input.fonts.regular, m.small(), input.theme.faint, minutes);
    const ImVec2 mark = {at.x + width - m.px(8), at.y + height * 0.5f};
    if (passed)
      list.AddCircleFilled(mark, m.px(4.5f), input.theme.good);
    else if (begun)
      list.AddCircle(mark, m.px(4), input.theme.accent, 0, m.px(1.6f));
    if (clicked) commands.push_back(CourseAct{CourseVerb::kOpen, lesson.id, begun ? work->second.place : "start", 0});
  }

  static std::string goals(const PanelInput& input, const Lesson& lesson) {
    const TextSection* section = lesson_text(input, lesson).find("goals");
    return section == nullptr ? std::string() : section->text;
  }

  void page(const PanelInput& input, const Lesson& lesson, Commands& commands) {
    const CourseView& view = input.state.course;
    switch (view.page) {
      case CoursePage::kStart:
        lesson_heading(input, lesson_title(input, lesson));
        section_of(input, lesson, "problem", input.text("lesson.problem"));
        section_of(input, lesson, "goals", input.text("lesson.goals"));
        break;
      case CoursePage::kStep:
        if (const LessonStep* step = open_step(view)) draw_step(input, lesson, *step, commands);
        break;
      case CoursePage::kMission:
        parts_.mission(input, lesson, commands);
        break;
      case CoursePage::kQuiz:
        parts_.quiz(input, lesson, commands);
        break;
      case CoursePage::kEnd:
        section_of(input, lesson, "limit", input.text("lesson.limit"));
        section_of(input, lesson, "bridge", input.text("lesson.bridge"));
        parts_.hand_in(input, commands);
        break;
      case CoursePage::kPicker:
        break;
    }
  }

  static void section_of(const PanelInput& input, const Lesson& lesson, const std::string& id,
                         const std::string& title) {
    const TextSection* section = lesson_text(input, lesson).find(id);
    if (section == nullptr) return;
    section_title(input, title);
    rich_text(input, section->text, id, input.theme.text);
  }

  void draw_step(const PanelInput& input, const Lesson& lesson, const LessonStep& step, Commands& commands) {
    const std::string id = "step " + step.id;
    if (const TextSection* section = lesson_text(input, lesson).find(id)) {
      if (!section->text.empty()) rich_text(input, section->text, id, input.theme.text);
      for (const TextPart& part : section->parts) {
        lesson_heading(input, part.id);
        rich_text(input, part.text, id, input.theme.text);
      }
    }
    for (const Prediction& prediction : step.predictions) parts_.predict(input, lesson, prediction, commands);
  }

  static void navigation(const PanelInput& input, const Lesson& lesson, Commands& commands) {
    const CourseView& view = input.state.course;
    const Metrics& m = input.metrics;
    const ImVec2 at = {ImGui::GetCursorScreenPos().x, ImGui::GetCursorScreenPos().y + m.px(6)};
    const float width = ImGui::GetContentRegionAvail().x;
    if (view.page != CoursePage::kStart) {
      ImGui::SetCursorScreenPos({at.x, at.y + m.px(6)});
      if (link(input, input.text("lesson.back"), "###lesson_back", input.text("lesson.back_tip")))
        commands.push_back(CourseAct{CourseVerb::kGo, "", "", -1});
    }
    const bool last = view.page == CoursePage::kEnd && view.course->lessons.back().id == lesson.id;
    if (last) return;
    const LessonStep* step = open_step(view);
    const bool waits = step != nullptr && !open_work(view).done.contains(step->id);
    const std::string label =
        view.page == CoursePage::kEnd ? input.text("lesson.next_lesson") : input.text("lesson.next");
    const float wide = text_width(input.fonts.bold, m.px(13.5f), label) + m.px(30);
    ImGui::SetCursorScreenPos({at.x + width - wide, at.y + (waits ? m.px(6) : 0)});
    const bool clicked = waits ? link(input, label, "###lesson_next", task_text(input, *step))
                               : button(input, label, "###lesson_next", input.text("lesson.next_tip"));
    if (clicked) commands.push_back(CourseAct{CourseVerb::kGo, "", "", 1});
  }

  // What is still to be done before "next" lights up.
  static std::string task_text(const PanelInput& input, const LessonStep& step) {
    switch (step.task) {
      case StepTask::kKnob: {
        for (const Knob& knob : input.state.scene.knobs)
          if (knob.name == step.task_name) return input.text("lesson.task_knob", input.text.of(knob.label));
        return input.text("lesson.task_knob", step.task_name);
      }
      case StepTask::kEdit:
        return input.text("lesson.task_edit");
      case StepTask::kPlay:
        return input.text("lesson.task_play");
      case StepTask::kSelect:
        return input.text("lesson.task_select");
      case StepTask::kPredict:
        return input.text("lesson.task_predict");
      case StepTask::kNone:
      case StepTask::kRun:
        break;
    }
    return input.text("lesson.next_tip");
  }

  LessonParts parts_;
  std::array<char, 200> search_{};
};

}  // namespace

std::unique_ptr<Panel> make_lesson_panel() { return std::make_unique<LessonPanel>(); }

}  // namespace warpglass
