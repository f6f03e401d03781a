// One target under libFuzzer, which brings the main function; GALET_TARGET is its name.
#include <cstddef>
#include <cstdint>

#include "fuzz/target.hpp"
#include "galet/core/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    try {
        galet::fuzz::GALET_TARGET({reinterpret_cast<const char*>(bytes), size});
    } catch (const galet::InputError&) {
    } catch (const galet::FileError&) {
    }
    return 0;
}
