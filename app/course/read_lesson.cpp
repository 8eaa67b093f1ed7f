// lesson.toml. Scenes are read first, so that every name is checked where it stands and told with its line.
#include "app/course/read_lesson.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "app/scene/toml_reader.h"

namespace warpglass {
namespace {

constexpr std::size_t kIdBytes = 60, kMetricBytes = 300, kMostSteps = 30, kMostItems = 30;

constexpr Words<StepFocus, 6> kFocuses = {{{StepFocus::kCode, "code"},
                                           {StepFocus::kWarp, "warp"},
                                           {StepFocus::kKnobs, "knobs"},
                                           {StepFocus::kResult, "result"},
                                           {StepFocus::kTime, "time"},
                                           {StepFocus::kCompare, "compare"}}};
constexpr Words<StepTask, 7> kTasks = {{{StepTask::kNone, "none"},
                                        {StepTask::kKnob, "knob"},
                                        {StepTask::kEdit, "edit"},
                                        {StepTask::kRun, "run"},
                                        {StepTask::kPlay, "play"},
                                        {StepTask::kSelect, "select"},
                                        {StepTask::kPredict, "predict"}}};
constexpr Words<ConditionKind, 6> kConditions = {{{ConditionKind::kMetric, "metric"},
                                                  {ConditionKind::kResult, "result"},
                                                  {ConditionKind::kFault, "fault"},
                                                  {ConditionKind::kLooked, "looked"},
                                                  {ConditionKind::kCompared, "compared"},
                                                  {ConditionKind::kExplained, "explained"}}};
constexpr Words<bool, 2> kNumbers = {{{false, "shown"}, {true, "predict"}}};

bool is_id(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

class Reader {
 public:
  explicit Reader(Lesson& lesson) : lesson_(lesson) {}

  void read(TomlReader in) {
    std::int64_t version = 0;
    in.only({"format_version", "id", "minutes", "needs", "step", "mission", "quiz"});
    in.whole("format_version", version, 1, 1, true);
    std::string id;
    in.text("id", id, kIdBytes, true);
    if (!id.empty() && id != lesson_.id) in.fail("id", fmt::format("The id is the folder's name, \"{}\".", lesson_.id));
    in.whole("minutes", lesson_.minutes, 1, 600, true);
    in.texts("needs", lesson_.needs, kMostItems, kIdBytes);
    in.tables("step", kMostSteps, [&](TomlReader step) { read_step(step, lesson_.steps.emplace_back()); });
    if (lesson_.steps.empty()) in.fail("step", "A lesson needs at least one [[step]].");
    if (in.has("mission"))
      in.table("mission", [&](TomlReader mission) { read_mission(mission, lesson_.mission.emplace()); });
    in.tables("quiz", kMostItems, [&](TomlReader quiz) { read_question(quiz, lesson_.quiz.emplace_back()); });
  }

 private:
  void read_id(TomlReader& in, std::string& id, std::set<std::string>& known) {
    in.text("id", id, kIdBytes, true);
    if (id.empty()) return;
    if (!is_id(id)) in.fail("id", "An id has letters, digits, - and _ only.");
    if (!known.insert(id).second) in.fail("id", fmt::format("The id \"{}\" is used twice.", id));
  }

  const Scene* read_scene_name(TomlReader& in, std::string& name) {
    in.text("scene", name, kIdBytes, true);
    if (name.empty()) return nullptr;
    const auto found = lesson_.scenes.find(name);
    if (found != lesson_.scenes.end()) return &found->second;
    const bool broken = lesson_.files.contains(name + ".toml");
    in.fail("scene", broken ? fmt::format("The scene {}.toml has mistakes of its own.", name)
                            : fmt::format("The lesson has no scene {}.toml.", name));
    return nullptr;
  }

  static bool knows_knob(const Scene& scene, const std::string& name) {
    if (scene.kind == SceneKind::kAccessLab)
      return name == "stride" || name == "offset" || name == "padding" || name == "element_bytes";
    return std::any_of(scene.knobs.begin(), scene.knobs.end(), [&](const Knob& k) { return k.name == name; });
  }

  static bool knows_variant(const Scene& scene, const std::string& name) {
    return std::any_of(scene.variants.begin(), scene.variants.end(), [&](const Variant& v) { return v.name == name; });
  }

  void check_values(TomlReader& in, const char* key, const Scene& scene, const KnobValues& values) {
    for (const auto& [name, value] : values) {
      if (!knows_knob(scene, name)) {
        in.fail(key, fmt::format("The scene has no knob \"{}\".", name));
      } else if (scene.kind == SceneKind::kKernel) {
        Scene probe = scene;
        set_knob(probe, name, value);
        if (knob_value(probe, name) != value)
          in.fail(key, fmt::format("{} is not a value that the knob \"{}\" can take.", value, name));
      }
    }
  }

  void read_place(TomlReader& in, const Scene* scene, std::string& variant, KnobValues& values) {
    in.text("variant", variant, kIdBytes);
    in.values("values", values, 64);
    if (scene == nullptr) return;
    if (!variant.empty() && !knows_variant(*scene, variant))
      in.fail("variant", fmt::format("The scene has no variant \"{}\".", variant));
    check_values(in, "values", *scene, values);
  }

  void check_knobs(TomlReader& in, const Scene* scene, const std::vector<std::string>& knobs) {
    if (scene == nullptr) return;
    for (const std::string& name : knobs)
      if (!knows_knob(*scene, name)) in.fail("knobs", fmt::format("The scene has no knob \"{}\".", name));
  }

  // A query of a scene: its knobs and variants exist.
  void read_query(TomlReader& in, const char* key, const std::string& text, const Scene* scene, MetricQuery& query) {
    std::string problem;
    if (!read_metric_query(text, query, problem)) return in.fail(key, problem);
    if (scene == nullptr) return;
    if (!query.variant.empty() && !knows_variant(*scene, query.variant))
      in.fail(key, fmt::format("The scene has no variant \"{}\".", query.variant));
    check_values(in, key, *scene, query.values);
    check_marker(in, key, query.metric.marker, *scene);
  }

  void check_marker(TomlReader& in, const char* key, const std::string& marker, const Scene& scene) {
    if (!marker.empty() && marker_lines(scene.source, marker).empty())
      in.fail(key, fmt::format("The source {} has no marker comment // @{}.", scene.source_name, marker));
  }

  void read_step(TomlReader in, LessonStep& step) {
    in.only({"id", "scene", "variant", "values", "knobs", "select", "focus", "numbers", "do", "predict"});
    read_id(in, step.id, steps_);
    const Scene* scene = read_scene_name(in, step.scene);
    read_place(in, scene, step.variant, step.values);
    if (in.has("knobs")) in.texts("knobs", step.knobs.emplace(), 64, kIdBytes);
    check_knobs(in, scene, step.knobs.value_or(std::vector<std::string>{}));
    in.text("select", step.select, 1024);
    if (scene != nullptr && step.select.starts_with("@")) check_marker(in, "select", step.select.substr(1), *scene);
    in.choice("focus", kFocuses, step.focus);
    in.choice("numbers", kNumbers, step.predict_first);
    read_task(in, scene, step);
    in.tables("predict", kMostItems,
              [&](TomlReader predict) { read_prediction(predict, scene, step.predictions.emplace_back()); });
    if ((step.predict_first || step.task == StepTask::kPredict) && step.predictions.empty())
      in.fail("predict", "The numbers wait for a prediction here, so the step needs a [[step.predict]].");
  }

  void read_task(TomlReader& in, const Scene* scene, LessonStep& step) {
    std::string text;
    in.text("do", text, 200);
    if (text.empty()) return;
    const std::string word = text.substr(0, text.find(' '));
    step.task_name = text.size() > word.size() ? text.substr(word.size() + 1) : "";
    const auto known =
        std::find_if(kTasks.begin(), kTasks.end(), [&](const auto& entry) { return word == entry.second; });
    if (known == kTasks.end())
      return in.fail("do", "One of these is needed here: knob NAME, edit, run, play, select @MARKER, predict, none.");
    step.task = known->first;
    if (step.task == StepTask::kKnob && scene != nullptr && !knows_knob(*scene, step.task_name))
      in.fail("do", fmt::format("The scene has no knob \"{}\".", step.task_name));
    if (step.task == StepTask::kKnob && step.knobs &&
        std::find(step.knobs->begin(), step.knobs->end(), step.task_name) == step.knobs->end())
      in.fail("do", fmt::format("The step does not show the knob \"{}\".", step.task_name));
    if (step.task == StepTask::kSelect && scene != nullptr && step.task_name.starts_with("@"))
      check_marker(in, "do", step.task_name.substr(1), *scene);
  }

  void read_prediction(TomlReader in, const Scene* scene, Prediction& prediction) {
    in.only({"id", "kind", "answer", "tolerance", "wrong", "choices"});
    read_id(in, prediction.id, predictions_);
    static constexpr Words<bool, 2> kinds = {{{false, "number"}, {true, "choice"}}};
    in.choice("kind", kinds, prediction.is_choice, true);
    std::string answer;
    in.text("answer", answer, kMetricBytes, true);
    if (prediction.is_choice) {
      prediction.right_choice = answer;
      return read_choices(in, prediction.choices, answer);
    }
    if (!answer.empty()) read_query(in, "answer", answer, scene, prediction.answer);
    in.number("tolerance", prediction.tolerance, 0.0, 1.0, false);
    std::vector<std::pair<std::string, std::string>> wrong;
    in.named_texts("wrong", wrong, kMostItems, kMetricBytes);
    for (const auto& [id, text] : wrong)
      read_query(in, "wrong", text, scene, prediction.wrong.emplace_back(id, MetricQuery{}).second);
  }

  void read_choices(TomlReader& in, std::vector<std::string>& choices, const std::string& answer) {
    in.texts("choices", choices, kMostItems, kIdBytes);
    if (choices.size() < 2) in.fail("choices", "At least two choices are needed.");
    if (std::set<std::string>(choices.begin(), choices.end()).size() != choices.size())
      in.fail("choices", "A choice is there twice.");
    if (!answer.empty() && std::find(choices.begin(), choices.end(), answer) == choices.end())
      in.fail("answer", fmt::format("The answer \"{}\" is not among the choices.", answer));
  }

  void read_question(TomlReader in, QuizQuestion& question) {
    in.only({"id", "choices", "answer"});
    read_id(in, question.id, questions_);
    in.text("answer", question.answer, kIdBytes, true);
    read_choices(in, question.choices, question.answer);
  }

  void read_mission(TomlReader in, Mission& mission) {
    in.only({"scene", "variant", "values", "edit", "start", "solution", "solution_values", "knobs", "check_values",
             "condition"});
    const Scene* scene = read_scene_name(in, mission.scene);
    read_place(in, scene, mission.variant, mission.values);
    in.flag("edit", mission.edit);
    in.texts("knobs", mission.knobs, 64, kIdBytes);
    check_knobs(in, scene, mission.knobs);
    in.text("start", mission.start, kIdBytes, mission.edit);
    in.text("solution", mission.solution, kIdBytes, mission.edit);
    in.values("solution_values", mission.solution_values, 64);
    if (!mission.edit && mission.solution_values.empty())
      in.fail("solution_values", "A mission without edit needs the knob values that solve it.");
    if (scene != nullptr) check_values(in, "solution_values", *scene, mission.solution_values);
    for (const char* key : {"start", "solution"}) {
      const std::string& file = std::string(key) == "start" ? mission.start : mission.solution;
      if (!file.empty() && !lesson_.files.contains(file)) in.fail(key, fmt::format("There is no file {}.", file));
    }
    in.tables("check_values", kMostItems, [&](TomlReader item) {
      item.all_values(mission.check_values.emplace_back(), 64);
      if (scene != nullptr) check_values(in, "check_values", *scene, mission.check_values.back());
    });
    in.tables("condition", kMostItems,
              [&](TomlReader item) { read_condition(item, scene, mission, mission.conditions.emplace_back()); });
    if (mission.conditions.empty()) in.fail("condition", "A mission needs at least one [[mission.condition]].");
  }

  void read_condition(TomlReader in, const Scene* scene, const Mission& mission, MissionCondition& condition) {
    in.only({"id", "kind", "metric", "min", "max", "equals", "buffer", "tolerance", "fault", "present", "words"});
    read_id(in, condition.id, conditions_);
    in.choice("kind", kConditions, condition.kind, true);
    if (condition.kind == ConditionKind::kMetric) return read_limits(in, scene, mission, condition);
    if (condition.kind == ConditionKind::kResult) {
      in.text("buffer", condition.buffer, kIdBytes, true);
      in.number("tolerance", condition.tolerance, 0.0, 1.0, false);
    }
    if (condition.kind == ConditionKind::kFault) {
      in.text("fault", condition.fault, kIdBytes, true);
      in.flag("present", condition.present);
      if (!condition.fault.empty() && !known_fault(condition.fault))
        in.fail("fault",
                "One of these is needed here: any, compile, launch, budget, bounds, misaligned, assert, "
                "barrier, race, uninitialised, arithmetic.");
    }
    if (condition.kind == ConditionKind::kExplained) in.whole("words", condition.words, 1, 60);
  }

  static bool known_fault(const std::string& name) {
    for (const char* known : {"any", "compile", "launch", "budget", "bounds", "misaligned", "assert", "barrier", "race",
                              "uninitialised", "arithmetic"})
      if (name == known) return true;
    return false;
  }

  void read_limits(TomlReader& in, const Scene* scene, const Mission& mission, MissionCondition& condition) {
    std::string text;
    in.text("metric", text, kMetricBytes, true);
    // The markers are those of the student's source, not of the scene's.
    if (!text.empty()) read_query(in, "metric", text, nullptr, condition.metric);
    const auto start = lesson_.files.find(mission.start);
    const std::string& marker = condition.metric.metric.marker;
    if (mission.edit && start != lesson_.files.end() && !marker.empty() && marker_lines(start->second, marker).empty())
      in.fail("metric", fmt::format("{} has no marker comment // @{}.", mission.start, marker));
    if (!mission.edit && scene != nullptr) check_marker(in, "metric", marker, *scene);
    for (const auto& [key, limit] : {std::pair<const char*, std::optional<double>*>{"min", &condition.min},
                                     {"max", &condition.max},
                                     {"equals", &condition.equals}})
      if (in.has(key)) in.number(key, limit->emplace(), -1e15, 1e15, false);
    if (!condition.min && !condition.max && !condition.equals)
      in.fail("metric", "Without min, max or equals this condition asks for nothing.");
  }

  Lesson& lesson_;
  std::set<std::string> steps_, predictions_, questions_, conditions_;
};

void add(const std::string& file, const std::vector<SceneError>& errors, std::vector<LessonProblem>& problems) {
  for (const SceneError& error : errors) problems.push_back({file, error.line, error.key, error.message});
}

void read_scenes(Lesson& lesson, std::vector<LessonProblem>& problems) {
  const SceneFileReader beside = [&](const std::string& name) -> std::optional<std::string> {
    const auto found = lesson.files.find(name);
    return found == lesson.files.end() ? std::nullopt : std::optional(found->second);
  };
  for (const auto& [name, text] : lesson.files) {
    if (!name.ends_with(".toml") || name == "lesson.toml" || name.find('/') != std::string::npos) continue;
    std::vector<SceneError> errors;
    auto scene = read_scene(text, errors, beside);
    add(lesson.id + "/" + name, errors, problems);
    if (scene) lesson.scenes.emplace(name.substr(0, name.size() - 5), std::move(*scene));
  }
}

void read_texts(Lesson& lesson, std::vector<LessonProblem>& problems) {
  for (const TextLanguage language : kTextLanguages) {
    const std::string file = text_file(language);
    const auto found = lesson.files.find(file);
    if (found == lesson.files.end()) {
      problems.push_back({lesson.id + "/" + file, 0, "", "The file is missing."});
      continue;
    }
    std::vector<TextMistake> mistakes;
    lesson.text[static_cast<std::size_t>(language)] = read_lesson_text(found->second, mistakes);
    for (const TextMistake& mistake : mistakes)
      problems.push_back({lesson.id + "/" + file, mistake.line, "", mistake.message});
  }
}

}  // namespace

Lesson read_lesson(const std::string& id, const LessonFiles& files, std::vector<LessonProblem>& problems) {
  Lesson lesson;
  lesson.id = id;
  lesson.files = files;
  const std::size_t before = problems.size();
  read_scenes(lesson, problems);
  const std::string file = id + "/lesson.toml";
  const auto found = files.find("lesson.toml");
  if (found == files.end()) {
    problems.push_back({file, 0, "", "The file is missing."});
    return lesson;
  }
  std::uint32_t line = 0;
  std::vector<SceneError> errors;
  if (const std::string refused = refuse_toml(found->second, line); !refused.empty()) {
    errors.push_back({line, "", refused});
  } else if (const toml::parse_result parsed = toml::parse(std::string_view(found->second)); !parsed) {
    const toml::parse_error& error = parsed.error();
    errors.push_back({static_cast<std::uint32_t>(error.source().begin.line), "",
                      fmt::format("The text is not TOML: {}.", error.description())});
  } else {
    Reader(lesson).read(TomlReader(parsed.table(), "", errors));
  }
  add(file, errors, problems);
  lesson.usable = problems.size() == before;
  read_texts(lesson, problems);
  return lesson;
}

bool read_course(const std::string& text, Course& course) {
  std::uint32_t line = 0;
  std::vector<SceneError> errors;
  if (const std::string refused = refuse_toml(text, line); !refused.empty()) {
    errors.push_back({line, "", refused});
  } else if (const toml::parse_result parsed = toml::parse(std::string_view(text)); !parsed) {
    errors.push_back({static_cast<std::uint32_t>(parsed.error().source().begin.line), "",
                      fmt::format("The text is not TOML: {}.", parsed.error().description())});
  } else {
    TomlReader in(parsed.table(), "", errors);
    std::int64_t version = 0;
    in.only({"format_version", "title", "lessons"});
    in.whole("format_version", version, 1, 1, true);
    in.localised("title", course.title, 400, true);
    in.texts("lessons", course.order, 200, kIdBytes);
    std::set<std::string> known;
    for (const std::string& id : course.order) {
      if (!is_id(id)) in.fail("lessons", fmt::format("\"{}\" is not the name of a lesson's folder.", id));
      if (!known.insert(id).second) in.fail("lessons", fmt::format("\"{}\" is in the list twice.", id));
    }
    std::erase_if(course.order, [](const std::string& id) { return !is_id(id); });
  }
  add("course.toml", errors, course.problems);
  return errors.empty();
}

}  // namespace warpglass
