// See course_keeper.h.
#include "app/gui/course_keeper.h"

#include <algorithm>

#include "app/course/places.h"
#include "app/course/read_lesson.h"
#include "app/course/work.h"
#include "app/device/measured_metric.h"
#include "app/gui/settings.h"

namespace warpglass {
namespace fs = std::filesystem;
namespace {

std::string lessons_beside(const fs::path& assets) {
  std::error_code error;
  if (const char* told = std::getenv("WARPGLASS_LESSONS"); told != nullptr && *told != '\0') return told;
  for (const fs::path& place : {assets / "lessons", assets.parent_path() / "lessons"})
    if (!assets.empty() && fs::exists(place / "course.toml", error)) return place.string();
  return lessons_folder();
}

// The knobs that a page shows, in place of the variant's.
void show_only(Scene& scene, const std::vector<std::string>& knobs) {
  for (Variant& variant : scene.variants)
    if (variant.name == chosen_variant(scene).name) variant.knobs = knobs;
}

KnobValues mission_values(const Mission& mission, const Scene& scene) {
  KnobValues values;
  for (const std::string& name : mission.knobs.empty() ? chosen_variant(scene).knobs : mission.knobs)
    values[name] = knob_value(scene, name);
  return values;
}

}  // namespace

const Lesson* open_lesson(const CourseView& view) {
  return view.course == nullptr || view.lesson.empty() ? nullptr : find_lesson(*view.course, view.lesson);
}

const LessonStep* open_step(const CourseView& view) {
  const Lesson* lesson = open_lesson(view);
  const bool there = lesson != nullptr && view.page == CoursePage::kStep && view.step < lesson->steps.size();
  return there ? &lesson->steps[view.step] : nullptr;
}

const LessonWork& open_work(const CourseView& view) {
  static const LessonWork none;
  const auto found = view.progress.lessons.find(view.lesson);
  return found == view.progress.lessons.end() ? none : found->second;
}

std::string page_name(const CourseView& view) {
  switch (view.page) {
    case CoursePage::kStep:
      return open_step(view) != nullptr ? "step " + open_step(view)->id : "start";
    case CoursePage::kMission:
      return "mission";
    case CoursePage::kQuiz:
      return "quiz";
    case CoursePage::kEnd:
      return "end";
    case CoursePage::kStart:
    case CoursePage::kPicker:
      break;
  }
  return "start";
}

bool all_guessed(const LessonStep& step, const LessonWork& work) {
  return std::all_of(step.predictions.begin(), step.predictions.end(),
                     [&](const Prediction& prediction) { return work.guesses.contains(prediction.id); });
}

CourseKeeper::CourseKeeper(const fs::path& assets, const fs::path& data, std::function<void()> wake)
    : data_(data), worker_(std::make_unique<CourseWorker>(data.string(), wake)) {
  reading_ = std::async(std::launch::async, [lessons = lessons_beside(assets), folder = data.string(), wake] {
    Read read;
    if (!lessons.empty()) read.course = std::make_shared<const Course>(load_course(lessons));
    read.progress = ProgressStore(folder).load();
    if (wake) wake();
    return read;
  });
}

void CourseKeeper::wait_for_course() {
  if (reading_.valid()) reading_.wait();
}

bool CourseKeeper::busy() const { return reading_.valid() || worker_->busy(); }

bool CourseKeeper::update(AppState& state) {
  bool changed = false;
  CourseView& view = state.course;
  if (reading_.valid() && reading_.wait_for(std::chrono::milliseconds(0)) == std::future_status::ready) {
    Read read = reading_.get();
    view.course = std::move(read.course);
    view.progress = std::move(read.progress);
    view.missing = view.course == nullptr || view.course->lessons.empty();
    changed = true;
  }
  for (const CourseAnswer& answer : worker_->take()) {
    answer(view);
    changed = true;
  }
  if (view.mission && view.mission->passed && !open_work(view).passed)
    keep(state, "passed", [](LessonWork& work) { work.passed = true; });
  if (const auto [id, argument] = worker_->take_notice(); !id.empty()) say(state, true, id, {argument});
  return changed;
}

void CourseKeeper::keep(AppState& state, const std::string& key, const std::function<void(LessonWork&)>& change) {
  CourseView& view = state.course;
  change(view.progress.lessons[view.lesson]);
  worker_->keep(view.lesson + " " + key, [lesson = view.lesson, change](Progress& progress) {
    change(progress.lessons[lesson]);
    progress.lesson = lesson;
  });
}

void CourseKeeper::show(AppState& state, Scene scene, Effects& effects) {
  state.hidden = false;
  const std::string own = scene.source;
  const auto saved = open_work(state.course).sources.find(page_name(state.course));
  show_scene(state, std::move(scene), effects);
  if (saved != open_work(state.course).sources.end() && saved->second != own) state.scene.source = saved->second;
}

void CourseKeeper::open_page(AppState& state, Effects& effects) {
  CourseView& view = state.course;
  const Lesson* lesson = open_lesson(view);
  view.numbers.clear();
  view.answers.clear();
  view.mission.reset();
  view.judging = false;
  judged_version_ = 0;
  worker_->drop_computing();
  if (lesson == nullptr) return;
  if (const LessonStep* step = open_step(view)) {
    if (auto scene = step_scene(*lesson, *step)) {
      if (step->knobs) show_only(*scene, *step->knobs);
      show(state, std::move(*scene), effects);
      state.hidden = step->predict_first && !all_guessed(*step, open_work(view));
      state.bottom = step->focus == StepFocus::kTime ? BottomView::kTime : BottomView::kSweep;
    }
    ask_answers(state, *step);
  } else if (view.page == CoursePage::kMission && lesson->mission) {
    const auto start = lesson->files.find(lesson->mission->start);
    if (auto scene = mission_scene(*lesson, start == lesson->files.end() ? "" : start->second)) {
      if (!lesson->mission->knobs.empty()) show_only(*scene, lesson->mission->knobs);
      show(state, std::move(*scene), effects);
    }
  }
  ask_numbers(state);
  const std::string place = page_name(view);
  keep(state, "place", [place](LessonWork& work) { work.place = place; });
}

void CourseKeeper::open_lesson_at(AppState& state, const std::string& id, const std::string& place, Effects& effects) {
  CourseView& view = state.course;
  const Lesson* lesson = view.course == nullptr ? nullptr : find_lesson(*view.course, id);
  if (lesson == nullptr || !lesson->usable) return;
  view.lesson = lesson->id;
  view.learning = true;
  view.page = place == "mission" && lesson->mission ? CoursePage::kMission
              : place == "quiz"                     ? CoursePage::kQuiz
              : place == "end"                      ? CoursePage::kEnd
                                                    : CoursePage::kStart;
  view.step = 0;
  for (std::size_t i = 0; i < lesson->steps.size(); ++i)
    if (place == "step " + lesson->steps[i].id) view.page = CoursePage::kStep, view.step = i;
  open_page(state, effects);
}

void CourseKeeper::go(AppState& state, int by, Effects& effects) {
  CourseView& view = state.course;
  const Lesson* lesson = open_lesson(view);
  if (lesson == nullptr || view.page == CoursePage::kPicker) return;
  std::vector<std::pair<CoursePage, std::size_t>> pages{{CoursePage::kStart, 0}};
  for (std::size_t i = 0; i < lesson->steps.size(); ++i) pages.emplace_back(CoursePage::kStep, i);
  if (lesson->mission) pages.emplace_back(CoursePage::kMission, 0);
  if (!lesson->quiz.empty()) pages.emplace_back(CoursePage::kQuiz, 0);
  pages.emplace_back(CoursePage::kEnd, 0);
  const std::size_t step = view.page == CoursePage::kStep ? view.step : 0;
  const auto here = std::find(pages.begin(), pages.end(), std::pair(view.page, step)) - pages.begin();
  const auto wanted = here + by;
  if (wanted >= static_cast<std::ptrdiff_t>(pages.size())) {  // on to the next lesson
    const auto& all = view.course->lessons;
    for (std::size_t i = 0; i + 1 < all.size(); ++i)
      if (all[i].id == view.lesson) return open_lesson_at(state, all[i + 1].id, "start", effects);
    return;
  }
  if (wanted < 0) return;
  view.page = pages[static_cast<std::size_t>(wanted)].first;
  view.step = pages[static_cast<std::size_t>(wanted)].second;
  open_page(state, effects);
}

void CourseKeeper::act(AppState& state, const CourseAct& act, Effects& effects) {
  CourseView& view = state.course;
  switch (act.verb) {
    case CourseVerb::kLearn:
      view.learning = true;
      if (open_lesson(view) == nullptr)
        view.page = CoursePage::kPicker;
      else if (view.page != CoursePage::kPicker)
        open_page(state, effects);
      break;
    case CourseVerb::kLab:
      view.learning = false;
      state.hidden = false;
      break;
    case CourseVerb::kPicker:
      view.page = CoursePage::kPicker;
      break;
    case CourseVerb::kOpen:
      open_lesson_at(state, act.id, act.text, effects);
      break;
    case CourseVerb::kContinue:
      if (const auto found = view.progress.lessons.find(view.progress.lesson); found != view.progress.lessons.end())
        open_lesson_at(state, found->first, std::string(found->second.place), effects);
      break;
    case CourseVerb::kGo:
      go(state, act.by, effects);
      break;
    case CourseVerb::kGuess:
      keep(state, "guess " + act.id, [act](LessonWork& work) { work.guesses[act.id] = act.text; });
      if (const LessonStep* step = open_step(view); step != nullptr && all_guessed(*step, open_work(view)))
        state.hidden = false;
      break;
    case CourseVerb::kAnswer:
      keep(state, "answer " + act.id, [act](LessonWork& work) { work.answers[act.id] = act.text; });
      break;
    case CourseVerb::kSentence:
      keep(state, "sentence", [act](LessonWork& work) { work.sentence = act.text; });
      break;
    case CourseVerb::kHint: {
      const std::int64_t hints = std::min<std::int64_t>(open_work(view).hints + 1, 3);
      keep(state, "hints", [hints](LessonWork& work) { work.hints = std::max(work.hints, hints); });
      break;
    }
    case CourseVerb::kStudent:
      view.progress.student = act.text;
      worker_->keep("student", [name = act.text](Progress& progress) { progress.student = name; });
      break;
    case CourseVerb::kExport:
      hand_in(state);
      break;
  }
}

MeasuredLookup CourseKeeper::measured(const AppState& state) const {
  return
      [recordings = state.recordings](const SceneRun& run, const std::string& metric) -> std::optional<MeasuredMetric> {
        const auto found = recorded_metric(*recordings, run.input, metric);
        if (!found) return std::nullopt;
        return MeasuredMetric{found->value, found->label};
      };
}

// The page's sections, and those that stand with it.
void CourseKeeper::ask_numbers(AppState& state) {
  CourseView& view = state.course;
  const Lesson* lesson = open_lesson(view);
  if (lesson == nullptr) return;
  for (const TextSection& section : lesson->text[0].sections) {
    std::string all = section.text;
    for (const TextPart& part : section.parts) all += "\n" + part.id + "\n" + part.text + "\n" + part.reason;
    const auto placeholders = find_placeholders(all);
    if (placeholders.empty()) continue;
    const LessonStep* step = open_step(view);
    bool wanted = step != nullptr && section.id == "step " + step->id;
    if (step != nullptr)
      for (const Prediction& prediction : step->predictions)
        wanted = wanted || section.id == "predict " + prediction.id;
    const bool of_step = section.id.starts_with("step ") || section.id.starts_with("predict ");
    if (of_step ? !wanted : step != nullptr) continue;
    const auto scene = section_scene(*lesson, section.id);
    if (!scene) continue;
    for (const Placeholder& placeholder : placeholders)
      worker_->compute(section.id + "\n" + placeholder.text,
                       [key = section.id + "\n" + placeholder.text, text = placeholder.text, scene = *scene,
                        lesson_id = view.lesson, lookup = measured(state)](SceneRunner& runner) -> CourseAnswer {
                         const FilledNumber number = fill_placeholder(runner, scene, text, lookup);
                         return [=](CourseView& shown) {
                           if (shown.lesson == lesson_id) shown.numbers[key] = number;
                         };
                       });
  }
}

void CourseKeeper::ask_answers(AppState& state, const LessonStep& step) {
  const Lesson* lesson = open_lesson(state.course);
  const auto scene = step_scene(*lesson, step);
  if (!scene) return;
  const auto ask = [&](const std::string& key, const MetricQuery& query) {
    worker_->compute("answer " + key,
                     [key, query, scene = *scene, id = lesson->id](SceneRunner& runner) -> CourseAnswer {
                       const MetricValue value = runner.evaluate(scene, query);
                       return [=](CourseView& view) {
                         if (view.lesson == id) view.answers[key] = value;
                       };
                     });
  };
  for (const Prediction& prediction : step.predictions) {
    if (prediction.is_choice) continue;
    ask(prediction.id, prediction.answer);
    for (const auto& [id, query] : prediction.wrong) ask(prediction.id + "/" + id, query);
  }
}

void CourseKeeper::follow(AppState& state) {
  CourseView& view = state.course;
  const Lesson* lesson = open_lesson(view);
  if (!view.learning || lesson == nullptr) return;
  const bool on_scene = view.page == CoursePage::kStep || view.page == CoursePage::kMission;
  if (!on_scene) return;
  if (!is_lab(state)) {
    const std::string page = page_name(view);
    const auto saved = open_work(view).sources.find(page);
    const bool edited = state.scene.source != state.opened.source;
    const bool as_saved =
        saved == open_work(view).sources.end() ? !edited : edited && saved->second == state.scene.source;
    if (!as_saved)
      keep(state, "source " + page, [page, edited, source = state.scene.source](LessonWork& work) {
        if (edited)
          work.sources[page] = source;
        else
          work.sources.erase(page);
      });
  }
  if (const LessonStep* step = open_step(view)) return follow_step(state, *step);
  if (lesson->mission) follow_mission(state);
}

void CourseKeeper::follow_step(AppState& state, const LessonStep& step) {
  if (open_work(state.course).done.contains(step.id)) return;
  bool done = false;
  switch (step.task) {
    case StepTask::kNone:
    case StepTask::kRun:
      done = true;
      break;
    case StepTask::kKnob:
      done = is_lab(state) ? !(state.scene.lab == state.opened.lab)
                           : knob_value(state.scene, step.task_name) != knob_value(state.opened, step.task_name);
      break;
    case StepTask::kEdit:
      done = state.scene.source != state.opened.source && !state.stale;
      break;
    case StepTask::kPlay:
      done = state.stepped;
      break;
    case StepTask::kSelect:
      if (state.result != nullptr && state.site < state.result->sites.size()) {
        const AccessSite& site = state.result->sites[state.site];
        const auto lines = marker_lines(state.scene.source, step.task_name.substr(1));
        done = site.text == step.task_name || std::binary_search(lines.begin(), lines.end(), site.span.line);
      }
      break;
    case StepTask::kPredict:
      done = all_guessed(step, open_work(state.course));
      break;
  }
  if (done) keep(state, "done " + step.id, [id = step.id](LessonWork& work) { work.done.insert(id); });
}

void CourseKeeper::follow_mission(AppState& state) {
  CourseView& view = state.course;
  const Mission& mission = *open_lesson(view)->mission;
  const bool shown = state.result != nullptr && !state.result->partial;
  if (!shown && !is_lab(state)) return;
  if (judged_version_ == state.result_version && judged_sentence_ == open_work(view).sentence) return;
  judged_version_ = state.result_version;
  judged_sentence_ = open_work(view).sentence;
  const KnobValues values = mission_values(mission, state.scene);
  const bool start = state.scene.source == state.opened.source && values == mission_values(mission, state.opened);
  const auto& seen = open_work(view).seen;
  const bool known = std::find(seen.begin(), seen.end(), values) != seen.end() || seen.size() >= kMostSeen;
  keep(state, "seen " + std::to_string(seen.size()), [values, start, known](LessonWork& work) {
    if (!known && std::find(work.seen.begin(), work.seen.end(), values) == work.seen.end()) work.seen.push_back(values);
    work.seen_start = work.seen_start || start;
    work.values = values;
  });
  judge(state);
}

void CourseKeeper::judge(AppState& state) {
  CourseView& view = state.course;
  view.judging = true;
  MissionAttempt attempt = attempt_of(open_work(view));
  attempt.source = state.scene.source;
  worker_->compute("judge", [course = view.course, id = view.lesson, attempt](SceneRunner& runner) -> CourseAnswer {
    const Lesson* lesson = find_lesson(*course, id);
    const MissionState judged = judge_mission(runner, *lesson, attempt);
    return [judged, id](CourseView& shown) {
      if (shown.lesson != id || shown.page != CoursePage::kMission) return;
      shown.mission = judged;
      shown.judging = false;
    };
  });
}

void CourseKeeper::hand_in(AppState& state) {
  const CourseView& view = state.course;
  std::error_code error;
  fs::path path;
  for (int number = 1; number < 10'000; ++number) {
    path = data_ / ("hand-in-" + std::to_string(number) + ".json");
    if (!fs::exists(path, error)) break;
  }
  if (write_file(path, write_hand_in({view.progress.student, view.progress.lessons})))
    say(state, false, "notice.handed_in", {path.string()});
  else
    say(state, true, "notice.not_saved", {path.string()});
}

}  // namespace warpglass
