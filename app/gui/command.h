// Everything a panel or a key can ask for. Panels append commands; apply.cpp carries them out between two frames.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "app/gui/state.h"

namespace warpglass {

struct ChooseScene {
  std::size_t index;
};  // into AppState::library
struct ChooseVariant {
  std::string name;
};
struct SetKnob {
  std::string name;
  std::int64_t value;
};
struct SetLab {
  AccessLab lab;
};
struct SetMachine {
  std::string name;
};
struct SetSource {
  std::string text;
};                     // typed in the editor
struct ResetKnobs {};  // back to the scene as it was opened (source stays)
struct ResetSource {};
struct PinStart {};  // "start" becomes what is now
struct SelectSite {
  std::size_t site;
};
struct StepAccess {
  int by;
};  // next or previous executed access of the warp, or the next site
struct SelectOccurrence {
  std::uint32_t occurrence;
};
struct SetProbe {
  std::uint64_t block;
  std::uint32_t warp;
};
struct SetPass {
  std::uint32_t pass;
};
struct StepPass {
  int by;
};
struct TogglePlay {};
struct ResetPlay {};  // Home: everything lit again
struct ShowProblem {
  std::size_t index;
  bool other;
};  // into AppState::problems: the picture goes to one of its parties
struct ShowParty {
  bool other;
};  // of the problem that is looked at
struct SetHover {
  Hover hover;
};
struct SetSweepKnob {
  std::string name;
};
struct SetBottom {
  BottomView view;
};
struct SetCycle {
  std::uint64_t cycle;
};  // the time cursor; the picture follows the row's warp
struct SelectTimeRow {
  std::uint32_t row;
};
struct StepTime {
  int by;
};  // to the next or previous thing that the row's warp does
struct ToggleChecks {};
struct ToggleHidden {};
struct TogglePresent {};
struct ToggleKeys {};
struct ToggleFullScreen {};
struct SetLanguage {
  Language language;
};
struct SetTheme {
  ThemeName theme;
};
struct SetScale {
  int percent;
};  // clamped to 100..200
struct SetShares {
  Settings shares;
};                    // a splitter was dragged: only the shares are taken
struct SaveScene {};  // to the user's folder
struct ToggleOpenList {};
struct OpenScene {
  std::string path;
};
struct CopyScene {};  // its text, to the clipboard
struct PasteScene {};
struct CancelRun {};
struct DismissNotice {
  std::size_t index;
};
struct StepScene {
  int by;
};  // next, previous scene or variant (presenting)

// CourseAct (course_state.h) is a command too.
using Command = std::variant<ChooseScene, ChooseVariant, SetKnob, SetLab, SetMachine, SetSource, ResetKnobs,
                             ResetSource, PinStart, SelectSite, StepAccess, SelectOccurrence, SetProbe, SetPass,
                             StepPass, TogglePlay, ResetPlay, ShowProblem, ShowParty, SetHover, SetSweepKnob, SetBottom,
                             SetCycle, SelectTimeRow, StepTime, ToggleChecks, ToggleHidden, TogglePresent, ToggleKeys,
                             ToggleFullScreen, SetLanguage, SetTheme, SetScale, SetShares, SaveScene, ToggleOpenList,
                             OpenScene, CopyScene, PasteScene, CancelRun, DismissNotice, StepScene, CourseAct>;
using Commands = std::vector<Command>;

}  // namespace warpglass
