// Settings of runs for tests, defaults elsewhere.
#pragma once

#include "galet/simulation/settings.hpp"

namespace galet::test {

inline Settings settings_of(int dimension, double step, double end) {
    Settings settings;
    settings.dimension = dimension;
    settings.step = step;
    settings.end = end;
    return settings;
}

}  // namespace galet::test
