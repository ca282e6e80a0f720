//===- Reply.h - The right to answer a request, once ------------*- C++ -*-===//

#ifndef SHAPELS_TRANSPORT_REPLY_H
#define SHAPELS_TRANSPORT_REPLY_H

#include "core/base/Runtime.h"
#include "server/protocol/Protocol.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace shapels {

/// What a request is answered with: a result as JSON text, or an error.
struct Response {
  Response(std::string result) : result(std::move(result)) {}
  Response(lsp::ResponseError error) : error(std::move(error)) {}

  std::string result;
  std::optional<lsp::ResponseError> error;
};

/// Takes answers on their way to the client. Any thread may call it.
class ReplyRoute {
public:
  virtual ~ReplyRoute() = default;
  /// `ticket` is the request's number in this process.
  virtual void answer(uint64_t ticket, Response response) = 0;
};

/// Held by whoever has to answer a request. Every request gets exactly one
/// answer, by construction: giving one uses the token up, and a token that is
/// dropped unused answers an internal error (a bug of ours: debug builds stop
/// there). May move between threads. A token that outlives the connection
/// does nothing.
class ReplyOnce {
public:
  ReplyOnce(std::weak_ptr<ReplyRoute> route, uint64_t ticket,
            CancelFlag cancelled)
      : route(std::move(route)), ticket(ticket),
        cancelled(std::move(cancelled)) {}
  ReplyOnce(ReplyOnce &&other)
      : route(std::exchange(other.route, {})), ticket(other.ticket),
        cancelled(other.cancelled) {}
  ReplyOnce &operator=(ReplyOnce &&) = delete;
  ~ReplyOnce();

  void result(std::string json) { send(std::move(json)); }
  void error(lsp::ErrorCode code, std::string message) {
    error(lsp::ResponseError{code, std::move(message)});
  }
  void error(lsp::ResponseError error) { send(std::move(error)); }
  void send(Response response);

  /// The client no longer wants the answer, and was told so already.
  bool isCancelled() const { return cancelled.isCancelled(); }

private:
  std::weak_ptr<ReplyRoute> route;
  uint64_t ticket;
  CancelFlag cancelled;
};

} // namespace shapels

#endif // SHAPELS_TRANSPORT_REPLY_H
