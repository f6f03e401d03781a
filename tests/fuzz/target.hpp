// What is fuzzed: one function a reader, each in a file of targets/ that is named after it.
//
// A target gets any bytes. It may end, or throw what the reader documents for bad input: InputError, FileError.
// Anything else (another exception, a crash, a report of a sanitizer, more than 5 s or 2 GB) is a finding.
#pragma once

#include <string_view>

namespace galet::fuzz {

void body_table(std::string_view bytes);
void checkpoint(std::string_view bytes);
void fclib(std::string_view bytes);
void floor_plan(std::string_view bytes);
void formula(std::string_view bytes);
void history(std::string_view bytes);
void journal(std::string_view bytes);
void overrides(std::string_view bytes);
void plot(std::string_view bytes);
void problem(std::string_view bytes);
void scene(std::string_view bytes);
void summary(std::string_view bytes);
void sweeping(std::string_view bytes);
void trajectory(std::string_view bytes);

}  // namespace galet::fuzz
