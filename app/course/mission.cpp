// See mission.h.
#include "app/course/mission.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "sim/memory/storage.h"

namespace warpglass {
namespace {

// A student's kernel may take this many times the instructions of the scene's own, and some more; then it is stopped.
constexpr std::uint64_t kBudgetFactor = 40, kBudgetFloor = 2'000'000;

std::string values_text(const KnobValues& values) {
  std::string text;
  for (const auto& [name, value] : values) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

std::string number_text(double value) {
  if (std::abs(value) < 1e15 && value == std::floor(value)) return fmt::format("{:.0f}", value);
  return fmt::format("{:.2f}", value);
}

const Buffer* find_buffer(const SceneRun& run, const std::string& name) {
  if (run.result == nullptr || run.result->launch == nullptr) return nullptr;
  for (const Buffer& buffer : run.result->launch->memory.buffers())
    if (buffer.name == name) return &buffer;
  return nullptr;
}

bool is_float(ElementType type) {
  return type == ElementType::kFloat16 || type == ElementType::kFloat32 || type == ElementType::kFloat64;
}

bool same_number(double a, double b, double tolerance) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= tolerance * std::abs(b);
}

// The first element that differs; SIZE_MAX when none does.
std::size_t first_difference(const Buffer& got, const Buffer& wanted, double tolerance) {
  if (got.data == wanted.data) return SIZE_MAX;
  const std::uint32_t bytes = element_bytes(wanted.type);
  const std::size_t count = std::min(got.data.size(), wanted.data.size()) / bytes;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t *a = got.data.data() + i * bytes, *b = wanted.data.data() + i * bytes;
    if (std::memcmp(a, b, bytes) == 0) continue;
    if (!is_float(wanted.type)) return i;
    if (!same_number(load_number(wanted.type, a).as_double(), load_number(wanted.type, b).as_double(), tolerance))
      return i;
  }
  return got.data.size() == wanted.data.size() ? SIZE_MAX : count;
}

class Judge {
 public:
  Judge(SceneRunner& runner, const Lesson& lesson, const MissionAttempt& attempt, bool all_values)
      : runner_(runner), lesson_(lesson), mission_(*lesson.mission), attempt_(attempt) {
    arrangements_.push_back({});
    if (all_values)
      arrangements_.insert(arrangements_.end(), mission_.check_values.begin(), mission_.check_values.end());
  }

  ConditionState judge(const MissionCondition& condition) {
    ConditionState state;
    state.id = condition.id;
    state.kind = condition.kind;
    switch (condition.kind) {
      case ConditionKind::kLooked:
        state.met = attempt_.seen_start;
        break;
      case ConditionKind::kCompared:
        state.met = std::set<KnobValues>(attempt_.seen.begin(), attempt_.seen.end()).size() > 1;
        break;
      case ConditionKind::kExplained:
        state.value = static_cast<double>(count_words(attempt_.sentence));
        state.has_value = true;
        state.met = state.value >= static_cast<double>(condition.words);
        if (!state.met)
          state.detail =
              fmt::format("The sentence has {} words; at least {} are asked for.", state.value, condition.words);
        break;
      case ConditionKind::kFault:
        judge_fault(condition, state);
        break;
      case ConditionKind::kMetric:
      case ConditionKind::kResult:
        state.met = true;
        for (const KnobValues& values : arrangements_) {
          const bool met = condition.kind == ConditionKind::kMetric ? judge_metric(condition, values, state)
                                                                    : judge_result(condition, values, state);
          if (met) continue;
          state.met = false;
          state.at = values;
          if (!values.empty()) state.detail += fmt::format(" (At {}.)", values_text(values));
          break;
        }
        break;
    }
    return state;
  }

 private:
  Scene scene_at(const KnobValues& values, bool own_source) const {
    std::optional<Scene> scene = mission_scene(lesson_, "");
    if (!scene) return {};
    if (!own_source && mission_.edit) {
      const auto start = lesson_.files.find(mission_.start);
      scene->source = attempt_.source.empty() && start != lesson_.files.end() ? start->second : attempt_.source;
      scene->source_name = mission_.start;
    }
    if (!own_source && !mission_.edit)
      for (const std::string& knob : mission_.knobs)
        if (const auto found = attempt_.values.find(knob); found != attempt_.values.end())
          set_knob(*scene, knob, found->second);
    for (const auto& [name, value] : values) set_knob(*scene, name, value);
    return *scene;
  }

  std::shared_ptr<const SceneRun> run_at(const KnobValues& values, bool checks) {
    return runner_.run(scene_at(values, false), checks, budget(values));
  }

  std::uint64_t budget(const KnobValues& values) {
    const auto own = runner_.run(scene_at(values, true));
    const std::uint64_t needed = own->result != nullptr ? own->result->run.total.warp_instructions : 0;
    return std::min(needed * kBudgetFactor + kBudgetFloor, SceneRunner::lesson_limits().instruction_budget);
  }

  bool judge_metric(const MissionCondition& condition, const KnobValues& values, ConditionState& state) {
    Scene scene = scene_at(values, false);
    arrange_scene(scene, condition.metric.variant, condition.metric.values);
    const auto run = runner_.run(scene, false, budget(values));
    const MetricValue got = runner_.evaluate(*run, condition.metric.metric);
    state.why = got.why;
    state.value = got.value;
    state.has_value = got.ok();
    state.detail = got.problem;
    if (!got.ok()) return false;
    // Ratios of whole numbers: a limit is meant as it is written.
    const double slack = 1e-9 * std::max(1.0, std::abs(got.value));
    std::string missed;
    if (condition.min && got.value < *condition.min - slack)
      missed = fmt::format("at least {}", number_text(*condition.min));
    if (condition.max && got.value > *condition.max + slack)
      missed = fmt::format("at most {}", number_text(*condition.max));
    if (condition.equals && std::abs(got.value - *condition.equals) > slack)
      missed = fmt::format("exactly {}", number_text(*condition.equals));
    state.detail = missed.empty() ? fmt::format("It is {}.", number_text(got.value))
                                  : fmt::format("It is {}; {} is asked for.", number_text(got.value), missed);
    return missed.empty();
  }

  bool judge_result(const MissionCondition& condition, const KnobValues& values, ConditionState& state) {
    const auto own = runner_.run(scene_at(values, true));
    const auto got = run_at(values, false);
    const Buffer* wanted = find_buffer(*own, condition.buffer);
    const Buffer* found = find_buffer(*got, condition.buffer);
    if (wanted == nullptr) {
      state.detail = fmt::format("The lesson's own source has no buffer \"{}\".", condition.buffer);
      return false;
    }
    if (const std::string problem = first_problem(*got); !problem.empty() || found == nullptr) {
      state.why = NoNumber::kFailed;
      state.detail = problem.empty() ? fmt::format("There is no buffer \"{}\".", condition.buffer) : problem;
      return false;
    }
    const std::size_t at = first_difference(*found, *wanted, condition.tolerance);
    if (at == SIZE_MAX) return true;
    state.detail = difference_text(*found, *wanted, at);
    return false;
  }

  static std::string difference_text(const Buffer& got, const Buffer& wanted, std::size_t at) {
    const std::uint32_t bytes = element_bytes(wanted.type);
    if ((at + 1) * bytes > std::min(got.data.size(), wanted.data.size()))
      return fmt::format("{} has another size.", wanted.name);
    const auto text = [&](const Buffer& of) {
      const Number number = load_number(wanted.type, of.data.data() + at * bytes);
      return number.is_integer ? fmt::format("{}", number.integer) : fmt::format("{:g}", number.real);
    };
    return fmt::format("{}[{}] is {}, but should be {}.", wanted.name, at, text(got), text(wanted));
  }

  void judge_fault(const MissionCondition& condition, ConditionState& state) {
    bool any = false;
    state.met = true;
    for (const KnobValues& values : arrangements_) {
      const auto run = run_at(values, true);
      const Diagnostic* found = find_fault(*run, condition.fault);
      any = any || found != nullptr;
      if (found != nullptr) state.detail = found->message;
      if (condition.present || found == nullptr) {
        // A source that does not even start shows nothing about its faults.
        if (!condition.present && (run->result == nullptr || run->result->launch == nullptr)) {
          state.met = false;
          state.why = NoNumber::kFailed;
          state.detail = first_problem(*run);
          return;
        }
        continue;
      }
      state.met = false;
      state.at = values;
      return;
    }
    if (condition.present) state.met = any;
    if (!state.met && state.detail.empty()) state.detail = fmt::format("There is no such fault ({}).", condition.fault);
  }

  static const Diagnostic* find_fault(const SceneRun& run, const std::string& name) {
    if (run.result == nullptr) return nullptr;
    for (const auto* list : {&run.result->faults, &run.result->diagnostics})
      for (const Diagnostic& diagnostic : *list)
        if ((name == "any" && diagnostic.severity == Severity::kError) || name == fault_kind_name(diagnostic.kind))
          return &diagnostic;
    return nullptr;
  }

  SceneRunner& runner_;
  const Lesson& lesson_;
  const Mission& mission_;
  const MissionAttempt& attempt_;
  std::vector<KnobValues> arrangements_;
};

}  // namespace

std::int64_t count_words(const std::string& sentence) {
  double words = 0.0;
  std::map<std::string, int> seen;
  for (std::size_t at = 0; at < sentence.size();) {
    const std::size_t first = sentence.find_first_not_of(" \t\r\n", at);
    if (first == std::string::npos) break;
    const std::size_t end = std::min(sentence.find_first_of(" \t\r\n", first), sentence.size());
    const std::string word = sentence.substr(first, end - first);
    at = end;
    bool letters = false, korean = false;
    for (const char c : word) {
      const auto byte = static_cast<unsigned char>(c);
      // Lead bytes of letters beyond ASCII; 0xe2 begins dashes, quotes and arrows.
      letters = letters || std::isalnum(byte) != 0 || (byte >= 0xc3 && byte != 0xe2);
      korean = korean || (byte >= 0xea && byte <= 0xed);  // the first byte of a Hangul syllable
    }
    if (!letters || ++seen[word] > 2) continue;
    words += korean ? 1.5 : 1.0;
  }
  return static_cast<std::int64_t>(words);
}

MissionState judge_mission(SceneRunner& runner, const Lesson& lesson, const MissionAttempt& attempt, bool all_values) {
  MissionState state;
  if (!lesson.mission) return state;
  Judge judge(runner, lesson, attempt, all_values);
  for (const MissionCondition& condition : lesson.mission->conditions)
    state.conditions.push_back(judge.judge(condition));
  state.passed = std::all_of(state.conditions.begin(), state.conditions.end(),
                             [](const ConditionState& condition) { return condition.met; });
  return state;
}

MissionAttempt diligent_attempt(const Lesson& lesson, const std::string& source) {
  MissionAttempt attempt;
  attempt.source = source;
  attempt.seen_start = true;
  attempt.seen = {{}, {{"another", 1}}};
  for (int i = 0; i < 60; ++i) attempt.sentence += fmt::format("word{} ", i);
  if (lesson.mission) attempt.values = lesson.mission->values;
  return attempt;
}

}  // namespace warpglass
