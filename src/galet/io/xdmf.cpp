#include "galet/io/xdmf.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>

#include "galet/io/output_file.hpp"
#include "galet/io/result_folder.hpp"
#include "galet/io/trajectory_reader.hpp"

namespace galet {
namespace {

/// Text is handed to the system in pieces of this size [bytes].
constexpr std::size_t kPiece = std::size_t{1} << 20;

/// One array of the file: frames, bodies and, for vectors, three components.
struct Array {
    std::string path;
    const char* number;  ///< "Float" or "Int"
    bool vector;
};

/// Where three-dimensional vectors of an element lie: in one and two dimensions in its view (trajectory_writer.hpp).
Array vectors(const TrajectoryReader& trajectory, const std::string& name) {
    return {trajectory.dimension() == 3 ? "/particles/all/" + name + "/value" : "/galet/view/" + name, "Float", true};
}

Array numbers(const std::string& name, const char* number = "Float") {
    return {"/particles/all/" + name + "/value", number, false};
}

class Description {
  public:
    explicit Description(const TrajectoryReader& trajectory)
        : trajectory_(trajectory), frames_(trajectory.frames()), bodies_(trajectory.bodies()) {}

    void write(OutputFile& file) {
        text_ =
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Xdmf Version=\"3.0\">\n<Domain>\n"
            "<Grid Name=\"trajectory\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
        for (std::int64_t frame = 0; frame < frames_; ++frame) {
            add_frame(frame);
            if (text_.size() < kPiece) continue;
            file.write(text_);
            text_.clear();
        }
        file.write(text_ + "</Grid>\n</Domain>\n</Xdmf>\n");
    }

  private:
    void add_frame(std::int64_t frame) {
        bodies_ = trajectory_.bodies(frame);
        if (bodies_ == 0) return;  // everybody has left
        add("<Grid Name=\"step {}\" GridType=\"Uniform\">\n<Time Value=\"{}\"/>\n",
            trajectory_.steps()[static_cast<std::size_t>(frame)], trajectory_.times()[static_cast<std::size_t>(frame)]);
        // The ids of the first frame are 0, 1, 2, ...: just what the list of points of the cells is.
        add("<Topology TopologyType=\"Polyvertex\" NumberOfElements=\"{}\" NodesPerElement=\"1\">\n", bodies_);
        add_array(numbers("id", "Int"), 0);
        add("</Topology>\n<Geometry GeometryType=\"XYZ\">\n");
        add_array(vectors(trajectory_, "position"), frame);
        add("</Geometry>\n");
        add_attribute("velocity", "Vector", vectors(trajectory_, "velocity"), frame);
        add_attribute("radius", "Scalar", numbers("radius"), frame);
        add_attribute("mass", "Scalar", numbers("mass"), frame);
        if (trajectory_.rotate()) add_spin(frame);
        if (trajectory_.crowd()) add_attribute("pressure", "Scalar", numbers("pressure"), frame);
        add_attribute("id", "Scalar", numbers("id", "Int"), frame);
        add("</Grid>\n");
    }

    /// A number in two dimensions.
    void add_spin(std::int64_t frame) {
        if (trajectory_.dimension() == 3)
            add_attribute("spin", "Vector", vectors(trajectory_, "spin"), frame);
        else
            add_attribute("spin", "Scalar", numbers("spin"), frame);
    }

    void add_attribute(const char* name, const char* type, const Array& array, std::int64_t frame) {
        add("<Attribute Name=\"{}\" AttributeType=\"{}\" Center=\"Node\">\n", name, type);
        add_array(array, frame);
        add("</Attribute>\n");
    }

    /// One frame of an array, in a form that every reader of ParaView understands. XDMF 2 ("XDMF Reader", VisIt) knows
    /// the item type in any case and takes start, stride and count from the first inner item. XDMF 3 ("Xdmf3ReaderS",
    /// "Xdmf3ReaderT") does not know it in lower case and takes what follows the bar in the text; the form of XDMF 2 it
    /// reads only into a crash.
    void add_array(const Array& array, std::int64_t frame) {
        const char* zeros = array.vector ? "0 0" : "0";
        const char* ones = array.vector ? "1 1 1" : "1 1";
        const std::string row = array.vector ? fmt::format("{} 3", bodies_) : std::to_string(bodies_);
        const std::string whole =
            array.vector ? fmt::format("{} 3", trajectory_.bodies()) : std::to_string(trajectory_.bodies());
        const int rank = array.vector ? 3 : 2;
        add("<DataItem ItemType=\"hyperslab\" Dimensions=\"{}\" NumberType=\"{}\" Precision=\"8\" Format=\"HDF\">"
            "trajectory.h5:{}|{} {}:{}:1 {}:{} {}\n",
            row, array.number, array.path, frame, zeros, ones, row, frames_, whole);
        add("<DataItem Dimensions=\"3 {}\" NumberType=\"Int\" Format=\"XML\">{} {} {} 1 {}</DataItem>\n", rank, frame,
            zeros, ones, row);
        add("<DataItem Dimensions=\"{} {}\" NumberType=\"{}\" Precision=\"8\" Format=\"HDF\">trajectory.h5:{}"
            "</DataItem>\n</DataItem>\n",
            frames_, whole, array.number, array.path);
    }

    template <class... Values>
    void add(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    }

    const TrajectoryReader& trajectory_;
    std::int64_t frames_, bodies_;  ///< in all, and of the frame
    std::string text_;
};

}  // namespace

void write_xdmf(const std::filesystem::path& folder) {
    const ResultFiles files{folder};
    const TrajectoryReader trajectory(files.trajectory());
    write_atomically(files.xdmf(), [&](OutputFile& file) { Description(trajectory).write(file); });
}

}  // namespace galet
