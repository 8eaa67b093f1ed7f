// See check_lesson.h: the scenes and the mission. The texts are checked in check_texts.cpp.
#include "app/course/check_lesson.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace warpglass {
namespace {

class SceneCheck {
 public:
  SceneCheck(const Lesson& lesson, SceneRunner& runner, const MeasuredLookup& measured,
             std::vector<LessonProblem>& problems)
      : lesson_(lesson), runner_(runner), measured_(measured), problems_(problems) {}

  void run() {
    bool predicts = false;
    for (const LessonStep& step : lesson_.steps) {
      check_step(step);
      predicts = predicts || !step.predictions.empty();
    }
    if (!predicts) tell("step", "At least one step needs a prediction ([[step.predict]]).");
    if (lesson_.steps.size() < 4 || lesson_.steps.size() > 8) tell("step", "A lesson has 4 to 8 steps.");
    if (lesson_.quiz.size() < 3 || lesson_.quiz.size() > 5) tell("quiz", "A quiz has 3 to 5 questions.");
    check_numbers();
  }

 private:
  void tell(const std::string& key, const std::string& message) {
    problems_.push_back({lesson_.id + "/lesson.toml", 0, key, message});
  }

  void check_step(const LessonStep& step) {
    const auto scene = step_scene(lesson_, step);
    if (!scene) return;
    const auto run = runner_.run(*scene);
    const std::string key = fmt::format("step \"{}\"", step.id);
    const bool started = run->lab || (run->result != nullptr && run->result->program != nullptr);
    if (!started) tell(key, fmt::format("The scene does not run: {}", first_problem(*run)));
    if (run->result != nullptr && started) check_selected(step, *scene, *run->result, key);
    for (const Prediction& prediction : step.predictions) check_prediction(prediction, *scene, key);
  }

  void check_selected(const LessonStep& step, const Scene& scene, const SessionResult& result, const std::string& key) {
    if (step.select.empty() || step.select == "lab" || result.launch == nullptr) return;
    const std::size_t site = lesson_site(scene, result);
    const bool there = site != kNoAccessSite &&
                       (step.select.starts_with("@") ? on_marked_line(scene, result.sites[site], step.select.substr(1))
                                                     : result.sites[site].text == step.select);
    if (!there) tell(key, fmt::format("The kernel has no access \"{}\" to select.", step.select));
  }

  static bool on_marked_line(const Scene& scene, const AccessSite& site, const std::string& marker) {
    const auto lines = marker_lines(scene.source, marker);
    return site.span.file == 0 && std::binary_search(lines.begin(), lines.end(), site.span.line);
  }

  void check_prediction(const Prediction& prediction, const Scene& scene, const std::string& key) {
    if (prediction.is_choice) return;
    const std::string place = fmt::format("{}, prediction \"{}\"", key, prediction.id);
    const MetricValue answer = runner_.evaluate(scene, prediction.answer);
    if (!answer.ok()) return tell(place, fmt::format("The answer cannot be computed: {}", answer.problem));
    for (const auto& [id, query] : prediction.wrong) {
      const MetricValue wrong = runner_.evaluate(scene, query);
      if (!wrong.ok()) tell(place, fmt::format("The wrong answer \"{}\" cannot be computed: {}", id, wrong.problem));
      if (wrong.ok() && std::abs(wrong.value - answer.value) <= prediction.tolerance * std::abs(answer.value))
        tell(place, fmt::format("The wrong answer \"{}\" is {}, which is right.", id, lesson_number(wrong.value)));
    }
  }

  void check_numbers() {
    std::set<std::pair<std::string, std::string>> told;
    for (const TextLanguage language : kTextLanguages) {
      const LessonText& text = lesson_.text[static_cast<std::size_t>(language)];
      for (const TextSection& section : text.sections) {
        const auto scene = section_scene(lesson_, section.id);
        std::string all = section.text;
        for (const TextPart& part : section.parts) all += "\n" + part.id + "\n" + part.text + "\n" + part.reason;
        for (const Placeholder& placeholder : find_placeholders(all))
          if (scene && told.emplace(section.id, placeholder.text).second)
            check_number(*scene, section, placeholder.text, lesson_.id + "/" + text_file(language));
      }
    }
  }

  void check_number(const Scene& scene, const TextSection& section, const std::string& text, const std::string& file) {
    PlaceholderQuery query;
    std::string problem;
    if (!read_placeholder(text, query, problem)) return;  // told with the texts
    problem = check_arrangement(scene, query.query);
    if (problem.empty()) {
      const FilledNumber number = fill_placeholder(runner_, scene, text, measured_);
      if (number.there || number.kind == PlaceholderKind::kMeasured || number.why == NoNumber::kNoTiming) return;
      problem = number.problem;
    }
    problems_.push_back({file, section.line, section.id, fmt::format("{{{{{}}}}}: {}", text, problem)});
  }

  static std::string check_arrangement(const Scene& scene, const MetricQuery& query) {
    const bool variant =
        query.variant.empty() || std::any_of(scene.variants.begin(), scene.variants.end(),
                                             [&](const Variant& known) { return known.name == query.variant; });
    if (!variant) return fmt::format("The scene has no variant \"{}\".", query.variant);
    if (scene.kind == SceneKind::kAccessLab) return {};
    for (const auto& [name, value] : query.values) {
      Scene probe = scene;
      set_knob(probe, name, value);
      const bool known = std::any_of(scene.knobs.begin(), scene.knobs.end(),
                                     [&name = name](const Knob& knob) { return knob.name == name; });
      if (!known) return fmt::format("The scene has no knob \"{}\".", name);
      if (knob_value(probe, name) != value)
        return fmt::format("{} is not a value that the knob \"{}\" can take.", value, name);
    }
    return {};
  }

  const Lesson& lesson_;
  SceneRunner& runner_;
  const MeasuredLookup& measured_;
  std::vector<LessonProblem>& problems_;
};

// "few: It is 16384; at most 3600 is asked for." for each condition that is missed.
std::string missed_text(const MissionState& state) {
  std::string text;
  for (const ConditionState& condition : state.conditions)
    if (!condition.met)
      text += fmt::format("{}\"{}\": {}", text.empty() ? "" : " ", condition.id,
                          condition.detail.empty() ? "not done." : condition.detail);
  return text;
}

}  // namespace

void check_scenes(const Lesson& lesson, SceneRunner& runner, const MeasuredLookup& measured,
                  std::vector<LessonProblem>& problems) {
  SceneCheck(lesson, runner, measured, problems).run();
}

void check_mission(const Lesson& lesson, SceneRunner& runner, std::vector<LessonProblem>& problems) {
  if (!lesson.mission) {
    problems.push_back({lesson.id + "/lesson.toml", 0, "mission", "The mission is missing."});
    return;
  }
  const Mission& mission = *lesson.mission;
  const auto judge = [&](const std::string& file) {
    const auto found = lesson.files.find(file);
    return judge_mission(runner, lesson, diligent_attempt(lesson, found == lesson.files.end() ? "" : found->second));
  };
  const auto must_pass = [&](const std::string& file, const MissionState& state) {
    if (!state.passed)
      problems.push_back({lesson.id + "/" + file, 0, "", "This should pass the mission. " + missed_text(state)});
  };
  const auto must_fail = [&](const std::string& file, const MissionState& state) {
    if (state.passed)
      problems.push_back(
          {lesson.id + "/" + file, 0, "", "This passes the mission, although it should not: a condition is missing."});
  };
  if (!mission.edit) {
    MissionAttempt attempt = diligent_attempt(lesson, "");
    must_fail("lesson.toml", judge_mission(runner, lesson, attempt));
    attempt.values = mission.solution_values;
    return must_pass("lesson.toml", judge_mission(runner, lesson, attempt));
  }
  must_fail(mission.start, judge(mission.start));
  must_pass(mission.solution, judge(mission.solution));
  for (const auto& [name, text] : lesson.files) {
    if (name.starts_with("solutions/")) must_pass(name, judge(name));
    if (name.starts_with("wrong/")) must_fail(name, judge(name));
  }
}

void check_lesson(const Lesson& lesson, SceneRunner& runner, const MeasuredLookup& measured,
                  std::vector<LessonProblem>& problems) {
  check_texts(lesson, problems);
  if (!lesson.usable) return;
  check_scenes(lesson, runner, measured, problems);
  check_mission(lesson, runner, problems);
}

}  // namespace warpglass
