// The commands of the program, one file each. Each adds itself to the command line and, when chosen, sets the status.
#pragma once

#include <CLI/CLI.hpp>

namespace galet::app {

void add_commands(CLI::App& app, int& status);

void add_run(CLI::App& app, int& status);
void add_resume(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_info(CLI::App& app, int& status);
void add_solve(CLI::App& app, int& status);
void add_list(CLI::App& app, int& status);
void add_reproduce(CLI::App& app, int& status);
void add_bench(CLI::App& app, int& status);
void add_convert(CLI::App& app, int& status);
void add_render(CLI::App& app, int& status);
void add_plot(CLI::App& app, int& status);
void add_view(CLI::App& app, int& status);
void add_doctor(CLI::App& app, int& status);

}  // namespace galet::app
