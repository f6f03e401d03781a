// The server behind `galet view`: the page and the results over HTTP, for the user of this machine alone.
//
// It listens on the loopback interface, answers only requests that know its token and name a loopback address as their
// host (a page from elsewhere can neither guess the one nor, by DNS, fake the other), and only reads. A request is
// matched with fixed routes (view/routes.hpp). What a client can cost is limited: bytes and time of a request
// (view/guarded_stream.hpp), answers under way (kOutgoing), threads (kThreads).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "view/result_source.hpp"

namespace galet::app {

class ViewServer {
  public:
    /// Takes the port, 0: any that is free. FileError where that fails.
    ViewServer(std::vector<ResultSource> results, int port);
    ~ViewServer();
    ViewServer(const ViewServer&) = delete;
    ViewServer& operator=(const ViewServer&) = delete;

    /// "http://127.0.0.1:PORT/TOKEN/"
    std::string address() const;

    /// Serves until `stop` says so, which is asked several times a second.
    void serve(const std::function<bool()>& stop);

  private:
    class Http;
    std::unique_ptr<Http> http_;
};

}  // namespace galet::app
