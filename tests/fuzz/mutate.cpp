#include "fuzz/mutate.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace galet::fuzz {
namespace {

constexpr std::size_t kLongest = 1 << 17;  ///< of an input [bytes]

constexpr std::array<std::string_view, 16> kWords = {
    "nan", "inf", "-1", "0", "1e308", "5e-324", "9223372036854775807", "4294967296", "\"", "[",
    "]",   "{",   "}",  "=", ",",     "\n"};

std::size_t below(std::size_t count, std::mt19937_64& random) { return count > 0 ? random() % count : 0; }

/// A piece of some bytes, at most a quarter of them.
std::string_view piece_of(std::string_view bytes, std::mt19937_64& random) {
    const std::size_t at = below(bytes.size(), random);
    return bytes.substr(at, 1 + below(bytes.size() / 4, random));
}

void change(std::string& bytes, const std::vector<std::string>& kept, std::mt19937_64& random) {
    const std::size_t at = below(bytes.size(), random);
    switch (bytes.empty() ? 4 : random() % 7) {
        case 0:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
            break;
        case 1:
            bytes[at] = static_cast<char>(random());
            break;
        case 2:
            bytes.erase(at, 1 + below(bytes.size() / 4, random));
            break;
        case 3:
            bytes.insert(at, std::string(piece_of(bytes, random)));
            break;
        case 4:
            bytes.insert(at, kWords[below(kWords.size(), random)]);
            break;
        case 5:
            bytes.insert(at, std::string(piece_of(kept[below(kept.size(), random)], random)));
            break;
        default:
            std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), std::min<std::size_t>(8, bytes.size() - at),
                        random() % 2 == 0 ? '\0' : '\xff');
    }
}

}  // namespace

std::string mutated(const std::vector<std::string>& kept, std::mt19937_64& random) {
    std::string bytes = kept[below(kept.size(), random)];
    for (std::size_t changes = 1 + below(8, random); changes > 0; --changes) change(bytes, kept, random);
    bytes.resize(std::min(bytes.size(), kLongest));
    return bytes;
}

}  // namespace galet::fuzz
