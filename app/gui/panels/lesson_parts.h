// The parts of a lesson that a student answers: predictions, the mission, the quiz, handing in.
#pragma once

#include <array>
#include <map>
#include <string>

#include "app/gui/panels.h"

namespace warpglass {

const LessonText& lesson_text(const PanelInput& input, const Lesson& lesson);  // in the window's language
std::string lesson_title(const PanelInput& input, const Lesson& lesson);
// "Padding · 33 instead of 32": the lesson and the step that is open, for a projector.
std::string lesson_slide_title(const PanelInput& input, const Lesson& lesson);
void lesson_heading(const PanelInput& input, const std::string& text);

class LessonParts {
 public:
  void predict(const PanelInput& input, const Lesson& lesson, const Prediction& prediction, Commands& commands);
  void mission(const PanelInput& input, const Lesson& lesson, Commands& commands);
  void quiz(const PanelInput& input, const Lesson& lesson, Commands& commands);
  void hand_in(const PanelInput& input, Commands& commands);

 private:
  void number_field(const PanelInput& input, const Prediction& prediction, Commands& commands);
  void number_answer(const PanelInput& input, const TextSection* section, const Prediction& prediction,
                     const std::string& guess);
  void conditions(const PanelInput& input, const Lesson& lesson);
  void sentence(const PanelInput& input, Commands& commands);
  void hints(const PanelInput& input, const Lesson& lesson, Commands& commands);

  std::map<std::string, std::array<char, 40>> typed_;  // by lesson and prediction
  std::array<char, 1200> sentence_{};
  std::array<char, 160> student_{};
  std::string sentence_of_;  // the lesson whose sentence is in the field
  bool student_taken_ = false;
};

}  // namespace warpglass
