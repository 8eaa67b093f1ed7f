// The program: the command line when a sub-command asks for it, otherwise the window.
#include <cstdio>

#include "app/cli/cli.h"

#if WARPGLASS_GUI
#include "app/gui/window.h"
#endif

namespace {

// What was printed may still lie in the buffer: a full disk or a closed output shows only when that is written.
int told(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  std::fputs("warpglass: standard output cannot be written\n", stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
#if WARPGLASS_GUI
  if (!warpglass::is_command_line(argc, argv)) return warpglass::run_window(argc, argv);
#endif
  return told(warpglass::run_command_line(argc, argv));
}
