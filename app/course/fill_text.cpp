// See fill_text.h.
#include "app/course/fill_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/scene/machine_fields.h"
#include "sim/machine/spec.h"

namespace warpglass {
namespace {

template <class Spec>
std::optional<double> number_of(const Spec& spec, const SpecField<Spec>& field) {
  return std::visit([&](auto member) { return static_cast<double>((spec.*member).value); }, field.member);
}

std::optional<double> machine_number(const MachineSpec& machine, const std::string& name) {
  for (const auto& field : kLimitFields)
    if (name == field.key) return number_of(machine, field);
  for (const auto& field : kTimingFields)
    if (name == field.key) return number_of(machine.timing, field);
  return std::nullopt;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::string with_commas(std::string digits) {
  const std::size_t start = digits[0] == '-' ? 1 : 0;
  std::size_t at = std::min(digits.find('.'), digits.size());
  while (at > start + 3) digits.insert(at -= 3, 1, ',');
  return digits;
}

// The scene with the query's variant and values.
Scene arranged(const Scene& scene, const MetricQuery& query) {
  Scene other = scene;
  arrange_scene(other, query.variant, query.values);
  return other;
}

FilledNumber absent(PlaceholderKind kind, NoNumber why, std::string problem) {
  return {"\u2013", false, kind, why, "", std::move(problem)};
}

FilledNumber knob_number(const Scene& scene, const std::string& name) {
  if (scene.kind == SceneKind::kAccessLab) {
    const AccessLab& lab = scene.lab;
    const std::pair<const char*, std::int64_t> fields[] = {
        {"stride", lab.stride}, {"offset", lab.offset}, {"padding", lab.padding}, {"element_bytes", lab.element_bytes}};
    for (const auto& [known, value] : fields)
      if (name == known)
        return {lesson_number(static_cast<double>(value)), true, PlaceholderKind::kKnob, NoNumber::kNone, "", ""};
  }
  const bool known = std::any_of(scene.knobs.begin(), scene.knobs.end(), [&](const Knob& k) { return k.name == name; });
  if (!known)
    return absent(PlaceholderKind::kKnob, NoNumber::kRefused, fmt::format("The scene has no knob \"{}\".", name));
  return {lesson_number(static_cast<double>(knob_value(scene, name))),
          true,
          PlaceholderKind::kKnob,
          NoNumber::kNone,
          "",
          ""};
}

}  // namespace

std::string lesson_number(double value) {
  if (!std::isfinite(value)) return "\u2013";
  const double size = std::abs(value);
  if (size < 1e15 && value == std::floor(value)) return with_commas(fmt::format("{:.0f}", value));
  if (size >= 1000) return with_commas(fmt::format("{:.0f}", value));
  std::string text = fmt::format("{:.{}f}", value, size >= 100 ? 1 : size >= 0.1 ? 2 : 4);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

bool read_placeholder(const std::string& text, PlaceholderQuery& out, std::string& problem) {
  const auto rest_of = [&](const char* word, std::string& rest) {
    const std::string start = std::string(word) + " ";
    if (!text.starts_with(start)) return false;
    rest = trimmed(text.substr(start.size()));
    return true;
  };
  std::string rest;
  PlaceholderQuery read;
  if (rest_of("knob", read.name)) {
    read.kind = PlaceholderKind::kKnob;
  } else if (rest_of("machine", read.name)) {
    read.kind = PlaceholderKind::kMachine;
    if (!machine_number(machine_presets().front(), read.name)) {
      problem = fmt::format("A machine has no number \"{}\"; `warpglass machines NAME` prints their names.", read.name);
      return false;
    }
  } else {
    const bool measured = rest_of("measured", rest);
    read.kind = measured ? PlaceholderKind::kMeasured : PlaceholderKind::kComputed;
    if (!read_metric_query(measured ? rest : text, read.query, problem)) return false;
    if (read.query.number) {
      problem = "A number needs no braces.";
      return false;
    }
  }
  out = read;
  return true;
}

FilledNumber fill_placeholder(SceneRunner& runner, const Scene& scene, const std::string& text,
                              const MeasuredLookup& measured) {
  PlaceholderQuery what;
  std::string problem;
  if (!read_placeholder(text, what, problem)) return absent(what.kind, NoNumber::kRefused, problem);
  const MachineSpec* machine = find_machine(scene.machine);
  const std::string title = machine != nullptr ? machine->title : scene.machine;
  switch (what.kind) {
    case PlaceholderKind::kKnob:
      return knob_number(scene, what.name);
    case PlaceholderKind::kMachine:
      if (machine == nullptr) break;
      return {
          lesson_number(machine_number(*machine, what.name).value_or(0)), true, what.kind, NoNumber::kNone, title, ""};
    case PlaceholderKind::kMeasured: {
      const auto run = runner.run(arranged(scene, what.query));
      const auto found = measured ? measured(*run, what.query.metric.name) : std::nullopt;
      if (!found) return absent(what.kind, NoNumber::kRefused, "No GPU has measured this launch yet.");
      return {lesson_number(found->value), true, what.kind, NoNumber::kNone, found->label, ""};
    }
    case PlaceholderKind::kComputed: {
      const MetricValue value = runner.evaluate(arranged(scene, what.query), what.query.metric);
      if (!value.ok()) return absent(what.kind, value.why, value.problem);
      return {lesson_number(value.value), true, what.kind, NoNumber::kNone, title, ""};
    }
  }
  return absent(what.kind, NoNumber::kRefused, "There is no such machine.");
}

std::string fill_text(SceneRunner& runner, const Scene& scene, const std::string& text,
                      const MeasuredLookup& measured) {
  std::string out;
  std::size_t at = 0;
  for (const Placeholder& placeholder : find_placeholders(text)) {
    out += text.substr(at, placeholder.begin - at);
    out += fill_placeholder(runner, scene, placeholder.text, measured).text;
    at = placeholder.end;
  }
  return out + text.substr(at);
}

std::optional<Scene> section_scene(const Lesson& lesson, const std::string& section) {
  if (lesson.steps.empty()) return std::nullopt;
  if (section.starts_with("step ")) {
    const LessonStep* step = find_step(lesson, section.substr(5));
    return step != nullptr ? step_scene(lesson, *step) : std::nullopt;
  }
  if (section.starts_with("predict ")) {
    for (const LessonStep& step : lesson.steps)
      for (const Prediction& prediction : step.predictions)
        if (section == "predict " + prediction.id) return step_scene(lesson, step);
    return std::nullopt;
  }
  if (section == "goals" || section == "problem") return step_scene(lesson, lesson.steps.front());
  if (!lesson.mission) return step_scene(lesson, lesson.steps.back());
  const auto start = lesson.files.find(lesson.mission->start);
  return mission_scene(lesson, start == lesson.files.end() ? "" : start->second);
}

}  // namespace warpglass
