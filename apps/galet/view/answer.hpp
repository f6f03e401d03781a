// What the server answers to a request, without the wire.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace galet::app {

using Json = nlohmann::ordered_json;

struct Answer {
    int status = 200;
    std::string type, body;
    std::string next;  ///< of histories: where to go on, the header X-Next; else empty
};

/// A request that cannot be answered, with the status that says so.
struct Refusal : std::runtime_error {
    Refusal(int code, const std::string& reason) : std::runtime_error(reason), status(code) {}
    int status;
};

/// Numbers in it read back to the same bits.
inline Answer json_answer(const Json& json, int status = 200) {
    return {status, "application/json", json.dump(-1, ' ', false, Json::error_handler_t::replace), ""};
}

inline Answer error_answer(int status, const std::string& reason) { return json_answer({{"error", reason}}, status); }

}  // namespace galet::app
