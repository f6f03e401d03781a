#include "view/server.hpp"

#include <httplib.h>
#include <malloc.h>
#include <netinet/tcp.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <thread>

#include "galet/core/error.hpp"
#include "view/access.hpp"
#include "view/guarded_stream.hpp"
#include "view/outgoing.hpp"
#include "view/routes.hpp"

namespace galet::app {
namespace {

constexpr std::size_t kThreads = 128;                      ///< connections served at once; others wait
constexpr std::size_t kRequests = 10000;                   ///< of one connection
constexpr int kBacklog = 1024;                             ///< connections that the system keeps until taken
constexpr std::size_t kOutgoing = std::size_t{64} << 20;   ///< bytes of answers under way before a frame is read
constexpr std::size_t kOwnPages = std::size_t{256} << 10;  ///< bytes from which memory goes back to the system at once
constexpr auto kGlance = std::chrono::milliseconds(50);

const httplib::Headers& safe_headers() {
    static const httplib::Headers headers = {
        {"Content-Security-Policy",
         "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
         "object-src 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cache-Control", "no-store"}};
    return headers;
}

/// Threads of httplib, and how many connections there are: being served, idle, or waiting for a thread.
class CountedPool : public httplib::TaskQueue {
  public:
    explicit CountedPool(std::atomic<std::size_t>& connections) : connections_(connections), pool_(kThreads) {}

    void enqueue(std::function<void()> serve) override {
        ++connections_;
        pool_.enqueue([this, serve = std::move(serve)] {
            serve();
            --connections_;
        });
    }
    void shutdown() override { pool_.shutdown(); }

  private:
    std::atomic<std::size_t>& connections_;
    httplib::ThreadPool pool_;
};

void set_option(socket_t socket, int level, int name) {
    const int on = 1;
    ::setsockopt(socket, level, name, &on, sizeof on);
}

}  // namespace

class ViewServer::Http : public httplib::Server {
  public:
    Http(std::vector<ResultSource> results, int port) : api_(std::move(results)), token_(make_token()) {
        set_address_family(AF_INET);
        // Not the port of another server, which SO_REUSEPORT, httplib's choice, would share.
        set_socket_options([](socket_t socket) { set_option(socket, SOL_SOCKET, SO_REUSEADDR); });
        set_default_headers(safe_headers());
        set_keep_alive_timeout(limits_.idle.count() / 1000);
        set_keep_alive_max_count(kRequests);
        new_task_queue = [this] { return new CountedPool(connections_); };
        set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
            handle(request, response);
            return HandlerResponse::Handled;
        });
        set_error_handler(httplib::Server::Handler([](const httplib::Request&, httplib::Response& response) {
            if (response.body.empty()) send(error_answer(response.status, "this is no request"), response);
        }));
        take_port(port);
    }

    int port() const { return port_; }
    const std::string& token() const { return token_; }

    void serve(const std::function<bool()>& stop) {
        std::thread listener([this] { listen_after_bind(); });
        while (!stop()) std::this_thread::sleep_for(kGlance);
        stopping_ = true;
        while (!is_running()) std::this_thread::sleep_for(kGlance);
        this->stop();
        listener.join();
    }

  private:
    void take_port(int port) {
        errno = 0;
        port_ = port > 0 ? (bind_to_port("127.0.0.1", port) ? port : -1) : bind_to_any_port("127.0.0.1");
        if (port_ <= 0) {
            const std::string reason = errno == EADDRINUSE ? "another program uses it" : std::strerror(errno);
            throw FileError("port " + std::to_string(port) + " of 127.0.0.1: " + reason +
                            "; --port 0 takes any that is free");
        }
        ::listen(svr_sock_, kBacklog);  // httplib asks for five
    }

    bool process_and_close_socket(socket_t socket) override {
        set_option(socket, IPPROTO_TCP, TCP_NODELAY);
        const auto crowded = [this] { return connections_ > kThreads; };
        GuardedStream stream(socket, limits_, crowded, [this] { return stopping_.load(); });
        bool last = false;
        for (std::size_t request = 1; !last && stream.wait_for_request(); ++request) {
            last = request == kRequests || crowded();
            last |= !serve_request(stream, last);
        }
        stream.close();
        return true;
    }

    /// Returns whether the connection may go on.
    bool serve_request(GuardedStream& stream, bool last) {
        bool understood = false, ends = last;
        try {
            const bool answered = process_request(stream, last, ends, [&](httplib::Request& request) {
                understood = true;
                ends |= tame(request);
            });
            return answered && understood && !ends;
        } catch (const std::exception&) {
            return false;  // out of memory, most likely: of this client, not of the others
        }
    }

    /// Ranges are not served. What has a body is not read on: returns whether the connection has to end.
    static bool tame(httplib::Request& request) {
        request.ranges.clear();
        for (const char* name : {"Range", "Expect"}) request.headers.erase(name);
        const bool reads = request.method == "GET" || request.method == "HEAD";
        if (reads && !request.has_header("Content-Length") && !request.has_header("Transfer-Encoding")) return false;
        request.headers.erase("Connection");
        request.headers.emplace("Connection", "close");
        return true;
    }

    void handle(const httplib::Request& request, httplib::Response& response) {
        try {
            answer(request, response);
        } catch (const Refusal& refusal) {
            send(error_answer(refusal.status, refusal.what()), response);
        } catch (const std::exception& error) {
            send(error_answer(500, error.what()), response);
        }
    }

    void answer(const httplib::Request& request, httplib::Response& response) {
        if (request.get_header_value_count("Host") != 1 || !names_loopback(request.get_header_value("Host")))
            throw Refusal(403, "this server answers on 127.0.0.1 only");
        const std::string_view target = std::string_view(request.target).substr(0, request.target.find('#'));
        const std::string_view whole = target.substr(0, target.find('?'));
        const std::string_view query = whole.size() < target.size() ? target.substr(whole.size() + 1) : "";
        const std::size_t slash = std::min(whole.find('/', 1), whole.size());
        if (!whole.starts_with('/') || !same_token(whole.substr(1, slash - 1), token_))
            throw Refusal(403, "the address lacks the token that `galet view` printed");
        if (request.method != "GET" && request.method != "HEAD") {
            response.set_header("Allow", "GET, HEAD");
            throw Refusal(405, "results are only read: GET and HEAD");
        }
        if (slash == whole.size()) {
            response.set_header("Location", "/" + token_ + "/");
            return send({301, "text/plain", "", ""}, response);
        }
        answer_below_token(whole.substr(slash + 1), query, response);
    }

    void answer_below_token(std::string_view path, std::string_view query, httplib::Response& response) {
        if (const PageFile* file = find_page_file(path)) {
            response.status = 200;
            return send_bytes(file->content, std::string(file->type), nullptr, response);
        }
        if (!path.starts_with("api/")) throw Refusal(404, "there is nothing here");
        const auto made = outgoing_.add(reads_a_frame(path), [&] { return api_.answer(path, query); });
        response.status = made->status;
        if (!made->next.empty()) response.set_header("X-Next", made->next);
        send_bytes(made->body, made->type, made, response);
    }

    static void send(const Answer& answer, httplib::Response& response) {
        response.status = answer.status;
        response.set_content(answer.body, answer.type);
    }

    /// `owner` lives as long as the answer is under way.
    static void send_bytes(std::string_view bytes, const std::string& type, std::shared_ptr<const Answer> owner,
                           httplib::Response& response) {
        if (bytes.empty()) return response.set_content("", type);
        response.set_content_provider(
            bytes.size(), type,
            [bytes, owner = std::move(owner)](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                return sink.write(bytes.data() + offset, length);
            });
    }

    ConnectionLimits limits_;
    Api api_;
    std::string token_;
    Outgoing outgoing_{kOutgoing};
    std::atomic<std::size_t> connections_ = 0;
    std::atomic<bool> stopping_ = false;
    int port_ = 0;
};

ViewServer::ViewServer(std::vector<ResultSource> results, int port) {
    // Else the allocator would keep the memory of answers for others, in each of its arenas.
    ::mallopt(M_MMAP_THRESHOLD, static_cast<int>(kOwnPages));
    http_ = std::make_unique<Http>(std::move(results), port);
}

ViewServer::~ViewServer() = default;

std::string ViewServer::address() const {
    return "http://127.0.0.1:" + std::to_string(http_->port()) + "/" + http_->token() + "/";
}

void ViewServer::serve(const std::function<bool()>& stop) { http_->serve(stop); }

}  // namespace galet::app
