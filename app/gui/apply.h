// Carrying out commands. apply() changes the state and says in Effects what has to follow; whatever touches files, the
// clipboard or the worker is done by the Application that reads the effects. No ImGui, no threads: tested as values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/gui/command.h"
#include "app/gui/state.h"

namespace warpglass {

struct Effects {
  bool run = false;       // the kernel's source, launch, machine or probe changed
  bool pin = false;       // the next full answer becomes "start"
  bool reselect = false;  // the access is found anew by the scene's text
  bool sweep = false;     // another knob or another access is swept
  bool cancel = false;
  bool settings = false;  // something to remember changed
  bool save = false, copy = false, paste = false, list_files = false;
  std::optional<std::string> open;
  std::vector<CourseAct> course;  // for the CourseKeeper
};

void apply(AppState& state, const Shown& shown, const Command& command, Effects& effects);

// Puts a scene on screen, with its first numbers as start.
void show_scene(AppState& state, Scene scene, Effects& effects);

// Selects the access of the problem that is looked at, once its warp is the probed one.
void follow_focus(AppState& state);

// Adds a notice; the oldest of more than four goes.
void say(AppState& state, bool problem, std::string id, std::vector<std::string> arguments = {});

// Play: one pass further; stops at the last. False when there is nothing to play.
bool advance_play(AppState& state, const Shown& shown);

}  // namespace warpglass
