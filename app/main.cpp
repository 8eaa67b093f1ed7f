// The program: the command line when a sub-command asks for it, otherwise the window.
#include "app/cli/cli.h"

#if WARPGLASS_GUI
#include "app/gui/window.h"
#endif

int main(int argc, char** argv) {
#if WARPGLASS_GUI
  if (!warpglass::is_command_line(argc, argv)) return warpglass::run_window(argc, argv);
#endif
  return warpglass::run_command_line(argc, argv);
}
