#include "view/access.hpp"

#include <sys/random.h>

#include <array>
#include <cctype>
#include <cerrno>

#include "galet/core/error.hpp"

namespace galet::app {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
static_assert(kDigits.size() == 64);
constexpr std::size_t kTokenLength = 32;

bool equal_without_case(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t k = 0; k < a.size(); ++k)
        if (std::tolower(static_cast<unsigned char>(a[k])) != b[k]) return false;
    return true;
}

bool is_port(std::string_view text) {
    return text.size() <= 5 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::string make_token() {
    std::array<unsigned char, kTokenLength> random{};
    ssize_t got = -1;
    do got = ::getrandom(random.data(), random.size(), 0);
    while (got < 0 && errno == EINTR);
    if (got != static_cast<ssize_t>(random.size())) throw FileError("the system gives no random numbers");
    std::string token;
    for (const unsigned char byte : random) token += kDigits[byte % 64];
    return token;
}

bool same_token(std::string_view offered, std::string_view token) {
    unsigned different = offered.size() == token.size() ? 0 : 1;
    for (std::size_t k = 0; k < token.size(); ++k) {
        const char c = k < offered.size() ? offered[k] : '\0';
        different |= static_cast<unsigned>(static_cast<unsigned char>(c) ^ static_cast<unsigned char>(token[k]));
    }
    return different == 0;
}

bool names_loopback(std::string_view host) {
    const std::size_t colon = host.starts_with('[') ? host.find("]:") + 1 : host.find(':');
    if (colon != std::string_view::npos && colon > 0) {
        if (!is_port(host.substr(colon + 1))) return false;
        host = host.substr(0, colon);
    }
    return host == "127.0.0.1" || host == "[::1]" || equal_without_case(host, "localhost");
}

}  // namespace galet::app
