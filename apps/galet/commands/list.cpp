#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "commands/commands.hpp"
#include "galet/scene/examples.hpp"
#include "galet/simulation/catalogue.hpp"
#include "galet/solvers/solver.hpp"

namespace galet::app {
namespace {

/// What an example shows: the first sentence of its comment.
std::string first_sentence(const std::string& text) {
    std::string sentence;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line) && line.starts_with('#');) {
        sentence += (sentence.empty() ? "" : " ") + line.substr(std::min(line.size(), std::size_t{2}));
    }
    return sentence.substr(0, std::min(sentence.find(". "), sentence.find(": ")));
}

template <class Entries>
void print_section(const char* title, const Entries& entries) {
    fmt::print("{}\n", title);
    std::size_t width = 0;
    for (const auto& entry : entries) width = std::max(width, entry.name.size());
    for (const auto& entry : entries) fmt::print("  {:<{}}  {}\n", entry.name, width, entry.line);
    fmt::print("\n");
}

void print_all() {
    std::vector<Named> scenes;
    for (const Example& example : examples()) scenes.push_back({example.name, first_sentence(example.text)});
    print_section("Examples (galet run NAME)", scenes);
    print_section("Schemes (simulation.scheme)", schemes());
    print_section("Laws (contact.law)", laws());
    print_section("Solvers (solver.method)", solver_methods());
    print_section("One-contact solvers of nlgs (solver.local)", local_solvers());
    print_section("Forces ([[forces]] type)", force_types());
    print_section("Obstacles ([[obstacles]] shape)", obstacle_shapes());
    print_section("Methods of a sweeping process (sweeping.method)", sweeping_methods());
    print_section("Sets of a sweeping process (sweeping.set.shape)", sweeping_shapes());
    print_section("Placements ([[bodies]] placement)", placements());
}

}  // namespace

void add_list(CLI::App& app, int& status) {
    app.add_subcommand("list", "Examples, schemes, laws, solvers, forces, obstacles, each with a line")
        ->callback([&status] {
            print_all();
            status = 0;
        });
}

}  // namespace galet::app
