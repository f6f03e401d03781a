#include "commands/commands.hpp"

namespace galet::app {

void add_commands(CLI::App& app, int& status) {
    add_run(app, status);
    add_resume(app, status);
    add_check(app, status);
    add_info(app, status);
    add_solve(app, status);
    add_list(app, status);
    add_reproduce(app, status);
    add_bench(app, status);
    add_convert(app, status);
    add_render(app, status);
    add_plot(app, status);
    add_view(app, status);
    add_doctor(app, status);
}

}  // namespace galet::app
