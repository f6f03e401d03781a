// The instructions that the program was compiled for, and those of the processor it runs on.
#pragma once

#include <string>
#include <vector>

#include "doctor/check.hpp"

namespace galet::doctor {

struct Instruction {
    std::string name;
    bool compiled = false;  ///< the program may use it
    bool there = false;     ///< the processor has it
};

/// Of this program on this machine; empty where we know none (not x86).
std::vector<Instruction> instructions();

Check check_instructions(const std::vector<Instruction>& all);

}  // namespace galet::doctor
