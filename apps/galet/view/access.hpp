// Who may ask the server: the token and the Host header.
#pragma once

#include <string>
#include <string_view>

namespace galet::app {

/// 192 random bits from the system, in characters that an address may hold.
std::string make_token();

/// In a time that does not tell how much of it is right.
bool same_token(std::string_view offered, std::string_view token);

/// Whether a Host header names this machine's loopback: 127.0.0.1, localhost or [::1], with any port or none.
bool names_loopback(std::string_view host);

}  // namespace galet::app
