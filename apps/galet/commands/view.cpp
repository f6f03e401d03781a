// The viewer: a server for one browser, or several, on this machine.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "commands/commands.hpp"
#include "galet/core/error.hpp"
#include "run/interrupt.hpp"
#include "view/page.hpp"
#include "view/server.hpp"

namespace galet::app {
namespace {

struct ViewArguments {
    std::vector<std::string> folders;
    int port = 0;
    std::string at;
};

/// The last part of a folder's path, with a number where an earlier result has the same.
std::string name_for(const std::string& folder, const std::vector<std::string>& taken) {
    std::filesystem::path path = std::filesystem::absolute(folder).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    const std::string last = path.filename().string();
    std::string name = last;
    for (int k = 2; std::find(taken.begin(), taken.end(), name) != taken.end(); ++k)
        name = fmt::format("{}-{}", last, k);
    return name;
}

std::vector<ResultSource> open_results(const std::vector<std::string>& folders) {
    std::vector<ResultSource> results;
    std::vector<std::string> names;
    for (const std::string& folder : folders) {
        names.push_back(name_for(folder, names));
        results.emplace_back(folder, names.back());
    }
    return results;
}

/// What follows # in an address: what an address may hold, nothing that a terminal could take for more.
std::string anchor(const std::string& at) {
    const std::string text = at.starts_with('#') ? at.substr(1) : at;
    const auto may_be = [](unsigned char c) { return c > ' ' && c < 127 && c != '"' && c != '<' && c != '>'; };
    if (!std::all_of(text.begin(), text.end(), may_be))
        throw InputError("--at: takes what follows # in a link of the viewer, which has no spaces or quotes");
    return text.empty() ? "" : "#" + text;
}

void view(const ViewArguments& arguments) {
    const std::string at = anchor(arguments.at);
    std::vector<ResultSource> results = open_results(arguments.folders);
    if (page_files().empty()) throw FileError("this galet was built without the viewer's page (GALET_BUILD_VIEWER)");
    const InterruptGuard interrupt;
    ViewServer server(std::move(results), arguments.port);
    fmt::print("{}{}\nOpen this address in a browser on this machine; Ctrl-C ends the viewer.\n", server.address(), at);
    std::fflush(stdout);
    server.serve([&interrupt] { return interrupt.requested(); });
}

}  // namespace

void add_view(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("view", "Look at results in a browser, also while a run is going on");
    auto arguments = std::make_shared<ViewArguments>();
    command->add_option("DIR", arguments->folders, "Folders of results")->required();
    command->add_option("--port", arguments->port, "Of 127.0.0.1; default: any that is free")
        ->check(CLI::Range(0, 65535));
    command->add_option("--at", arguments->at, "Where to look: what follows # in a link of the viewer");
    command->callback([arguments, &status] {
        view(*arguments);
        status = 0;
    });
}

}  // namespace galet::app
