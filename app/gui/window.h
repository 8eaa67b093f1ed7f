// The real window: GLFW and OpenGL 3.3, and nothing else of the program knows either. Also draws pictures of scenes for
// a machine without a display (a hidden window under Xvfb).
#pragma once

#include <optional>
#include <string>

#include "app/gui/state.h"

namespace warpglass {

struct WindowOptions {
  std::string scene;    // file, or id of a shipped scene; empty: the first
  std::string lesson;   // "9", or "9:mission", "9:step look": open there
  std::string variant;  // of that scene; empty: as the scene says
  std::string picture;  // PNG to write, then leave; empty: a window to use
  std::string report;   // text file to write, then leave
  std::optional<ThemeName> theme;
  std::optional<Language> language;
  std::optional<int> width, height;
  std::optional<int> scale_percent;
  std::string data;                                             // the user's folder; empty: the system's
  int shot_after_frames = 4;                                    // frames before the picture is taken
  bool hidden = false, presenting = false, keys_shown = false;  // states for pictures
  int pass = -1;                                                // light this pass
  bool checks = false;                                          // run with checks
  std::int64_t cycle = -1;                                      // show the time panel, its cursor there
  int problem = 0;                                              // look at this one of the list, from 1
  std::vector<std::pair<std::string, std::int64_t>> knobs;      // set before the picture
};

// Reads the window's flags; false with a sentence when one is wrong.
bool parse_window_options(int argc, const char* const* argv, WindowOptions& options, std::string& error);

// Opens the window and runs until it is closed, or writes picture and report. Exit codes as the command line's:
// 0 ok, 1 no window could be opened or a file not written.
int run_window(const WindowOptions& options);
// The same from the command line; 2 and a sentence for a wrong flag.
int run_window(int argc, const char* const* argv);

}  // namespace warpglass
