// The command line: `warpglass run|batch|access|listing|machines|measure ...`, `--help`, `--version`.
// Exit codes: 0 ok; 1 the kernel or its launch is at fault (diagnostics on standard error); 2 wrong use.
#pragma once

namespace warpglass {

// Does the command line ask for a sub-command, --help or --version? Otherwise it belongs to the window.
bool is_command_line(int argc, const char* const* argv);

// Runs it and returns the exit code. Writes to standard output and standard error; throws nothing.
int run_command_line(int argc, const char* const* argv);

}  // namespace warpglass
