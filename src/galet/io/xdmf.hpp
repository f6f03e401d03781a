// trajectory.xdmf: tells ParaView how to read trajectory.h5 (XDMF, www.xdmf.org).
#pragma once

#include <filesystem>

namespace galet {

/// Describes the frames that `folder`/trajectory.h5 holds now in `folder`/trajectory.xdmf, replaced at once: some 3 kB
/// a frame. Checked with ParaView's readers "XDMF Reader", "Xdmf3ReaderS" and "Xdmf3ReaderT".
void write_xdmf(const std::filesystem::path& folder);

}  // namespace galet
