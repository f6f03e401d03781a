#include "fuzz/hdf5_input.hpp"

#include <pthread.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#define GALET_REPORTS_DEATHS
#endif
#endif

namespace galet::fuzz {
namespace {

/// What a fuzzer does when its process dies is not for the child of a trial to do.
void die_silently() {
#ifdef GALET_REPORTS_DEATHS
    __sanitizer_set_death_callback(nullptr);
#endif
}

bool is_damage(const FileError& error) {
    return std::string_view(error.what()).find(": damaged: ") != std::string_view::npos;
}

}  // namespace

Hdf5Input::Hdf5Input() { ::pthread_atfork(nullptr, nullptr, die_silently); }

void Hdf5Input::read(std::string_view bytes, const std::function<void(const std::filesystem::path&)>& reader) const {
    const std::filesystem::path path = folder_.fill("input.h5", bytes);
    try {
        reader(path);
        return;
    } catch (const FileError& error) {
        if (is_damage(error)) throw;
    } catch (const InputError&) {
    }
    hdf5::set_trials_in_child(false);
    try {
        reader(path);
    } catch (...) {
        hdf5::set_trials_in_child(true);
        throw;
    }
    hdf5::set_trials_in_child(true);
}

}  // namespace galet::fuzz
