#include "galet/io/final_state.hpp"

#include "galet/io/body_table.hpp"
#include "galet/io/output_file.hpp"

namespace galet {

void write_final_csv(const std::filesystem::path& path, const Bodies& bodies) {
    write_atomically(path, [&bodies](OutputFile& file) { write_body_table(file, BodyView(bodies)); });
}

}  // namespace galet
