// Texts with their numbers filled in. A placeholder between double braces becomes what the program computes now, what a
// GPU measured, a knob's value or a number of the machine, each with the label that says where it comes from.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/course/lesson.h"
#include "app/course/scene_run.h"

namespace warpglass {

// What a placeholder asks for.
enum class PlaceholderKind { kComputed, kMeasured, kKnob, kMachine };
struct PlaceholderQuery {
  PlaceholderKind kind = PlaceholderKind::kComputed;
  std::string name;   // of the knob or of the machine's number
  MetricQuery query;  // computed and measured
};
// False and one sentence when it is none.
bool read_placeholder(const std::string& text, PlaceholderQuery& out, std::string& problem);

// A number that a GPU measured, with its label ("NVIDIA H200, recorded 2026-11-30").
struct MeasuredMetric {
  double value = 0.0;
  std::string label;
};
// Answers "what did a GPU measure for this launch?"; empty: nothing is measured.
using MeasuredLookup = std::function<std::optional<MeasuredMetric>(const SceneRun& run, const std::string& metric)>;

struct FilledNumber {
  std::string text;  // "1,024", "2.5", "–" when it is not there
  bool there = false;
  PlaceholderKind kind = PlaceholderKind::kComputed;
  NoNumber why = NoNumber::kNone;
  std::string label;    // computed: the machine's title; measured: its label
  std::string problem;  // English, why it is not there
};

// "1,024"; at most two decimals, three digits for small numbers.
std::string lesson_number(double value);

FilledNumber fill_placeholder(SceneRunner& runner, const Scene& scene, const std::string& text,
                              const MeasuredLookup& measured);
// The whole text, every placeholder replaced.
std::string fill_text(SceneRunner& runner, const Scene& scene, const std::string& text, const MeasuredLookup& measured);

// The scene that a section's numbers come from: "step ..." and "predict ..." their step's; "goals" and "problem" the
// first step's; all others the mission's at its start (the last step's where there is no mission).
std::optional<Scene> section_scene(const Lesson& lesson, const std::string& section);

}  // namespace warpglass
