#include "view/encode.hpp"

#include <bit>
#include <cstring>

namespace galet::app {
namespace {

static_assert(std::endian::native == std::endian::little, "the arrays are sent as they lie in memory");

/// A text of known size, filled number by number.
class Bytes {
  public:
    explicit Bytes(std::size_t size) : text_(size, '\0') {}

    template <class T>
    void put(T number) {
        std::memcpy(text_.data() + used_, &number, sizeof number);
        used_ += sizeof number;
    }

    std::string take() { return std::move(text_); }

  private:
    std::string text_;
    std::size_t used_ = 0;
};

}  // namespace

std::string encode_floats(std::span<const double> numbers) {
    Bytes bytes(numbers.size() * sizeof(float));
    for (const double number : numbers) bytes.put(static_cast<float>(number));
    return bytes.take();
}

std::string encode_positions(const Frame& frame, const Point& origin) {
    const auto d = static_cast<std::size_t>(frame.dimension);
    Bytes bytes(frame.position.size() * sizeof(float));
    for (std::size_t k = 0; k < frame.position.size(); ++k)
        bytes.put(static_cast<float>(frame.position[k] - origin[k % d]));
    return bytes.take();
}

std::string encode_ids(const Frame& frame) {
    Bytes bytes(frame.id.size() * sizeof(std::uint32_t));
    for (const std::int64_t id : frame.id) bytes.put(static_cast<std::uint32_t>(id));
    return bytes.take();
}

std::string encode_contacts(const Frame& frame) {
    const FrameContacts& contacts = frame.contacts;
    const std::size_t n = contacts.first.size(), d = static_cast<std::size_t>(frame.dimension);
    std::size_t m = 0;
    for (const std::int64_t second : contacts.second) m += second < 0;
    Bytes bytes((2 + 3 * n + d * m) * 4);
    bytes.put(static_cast<std::uint32_t>(n));
    bytes.put(static_cast<std::uint32_t>(m));
    for (const std::int64_t first : contacts.first) bytes.put(static_cast<std::uint32_t>(first));
    for (const std::int64_t second : contacts.second) bytes.put(static_cast<std::int32_t>(second));
    for (const double impulse : contacts.impulse) bytes.put(static_cast<float>(impulse));
    for (std::size_t c = 0; c < n; ++c) {
        if (contacts.second[c] >= 0) continue;
        const double length = frame.radius.at(static_cast<std::size_t>(contacts.first[c])) + contacts.gap[c];
        for (std::size_t k = 0; k < d; ++k) bytes.put(static_cast<float>(length * contacts.normal[c * d + k]));
    }
    return bytes.take();
}

}  // namespace galet::app
