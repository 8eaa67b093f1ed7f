// The sub-commands, one file each. Each adds itself to the parser and, when it is chosen, sets the exit code.
#pragma once

#include <CLI/CLI.hpp>

namespace warpglass {

inline constexpr int kOk = 0;
inline constexpr int kAtFault = 1;   // the kernel or its launch
inline constexpr int kWrongUse = 2;  // of the command line

void add_run_command(CLI::App& app, int& exit_code);
void add_check_command(CLI::App& app, int& exit_code);
void add_timeline_command(CLI::App& app, int& exit_code);
void add_batch_command(CLI::App& app, int& exit_code);
void add_access_command(CLI::App& app, int& exit_code);
void add_listing_command(CLI::App& app, int& exit_code);
void add_machines_command(CLI::App& app, int& exit_code);
void add_measure_command(CLI::App& app, int& exit_code);
void add_streams_command(CLI::App& app, int& exit_code);
void add_lesson_command(CLI::App& app, int& exit_code);
void add_grade_command(CLI::App& app, int& exit_code);

}  // namespace warpglass
