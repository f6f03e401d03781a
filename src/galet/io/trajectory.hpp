// trajectory.h5, written and read.
#pragma once

#include "galet/io/trajectory_reader.hpp"
#include "galet/io/trajectory_writer.hpp"
