//===- Dispatcher.h - JSON-RPC: messages to handlers ------------*- C++ -*-===//
//
// One per connection. Lives on the I/O thread: receive(), cancel() and the
// handlers run there, and so does every write. Answers and notifications may
// be given from any thread; they travel to the I/O thread in order.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TRANSPORT_DISPATCHER_H
#define SHAPELS_TRANSPORT_DISPATCHER_H

#include "core/base/Runtime.h"
#include "server/protocol/Encode.h"
#include "server/protocol/Opening.h"
#include "server/transport/Reply.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace shapels {

class Dispatcher {
public:
  /// Takes the body of one message; called on the I/O thread.
  using WriteMessage = std::function<void(std::string body)>;
  /// Returns the error for a method that may not be called now.
  using Gate =
      std::function<std::optional<lsp::ResponseError>(std::string_view method)>;
  /// Told of every message and answer, for `$/logTrace`; `detail` is its text.
  using TraceHook =
      std::function<void(std::string_view event, std::string_view detail)>;

  Dispatcher(WriteMessage write, Executor &io, LogSink &log);
  ~Dispatcher();

  void setGate(Gate newGate) { gate = std::move(newGate); }
  /// An empty hook traces nothing, and costs nothing.
  void setTraceHook(TraceHook hook) { trace = std::move(hook); }

  /// Decodes the params and answers, now or, if it moves from `reply`, later.
  /// Returns false, with the reason, if the params do not have the method's
  /// form; the client gets that as an error.
  using RequestHandler = std::function<bool(
      const nlohmann::json &params, ReplyOnce &reply, std::string &error)>;
  /// The same for a notification, which has no answer.
  using NotificationHandler =
      std::function<bool(const nlohmann::json &params, std::string &error)>;
  void onRequest(std::string_view method, RequestHandler handler) {
    requests[std::string(method)] = std::move(handler);
  }
  void onNotification(std::string_view method, NotificationHandler handler) {
    notifications[std::string(method)] = std::move(handler);
  }

  /// Takes messages with a whole text that are too long to be decoded on the
  /// I/O thread.
  using TakeOpening =
      std::function<void(lsp::Opening opening, std::string body)>;
  void onLongOpening(TakeOpening handler) { takeOpening = std::move(handler); }

  /// Takes the bytes of a message that was meant to open or change a text and
  /// could not be read. The client has been told, if that can be.
  using LostChange = std::function<void(std::string_view bytes)>;
  void onLostChange(LostChange handler) { lostChange = std::move(handler); }

  /// One message from the client.
  void receive(std::string body);

  /// Sends a notification, behind what was sent before. Any thread.
  template <typename Params>
  void notify(std::string_view method, const Params &params) {
    send(lsp::encodeNotification(method, lsp::encode(params)));
  }
  /// For what has come to the I/O thread in its turn already.
  template <typename Params>
  void notifyNow(std::string_view method, const Params &params) {
    sendNow(lsp::encodeNotification(method, lsp::encode(params)));
  }
  /// Sends a request to the client and ignores its answer. `id` is JSON text.
  template <typename Params>
  void request(std::string_view method, std::string_view id,
               const Params &params) {
    send(lsp::encodeRequest(method, id, lsp::encode(params)));
  }
  /// The same without params, with an id of the dispatcher's own. I/O thread.
  void request(std::string_view method);
  /// The number of this process among those that serve the client; request ids
  /// contain it, so no two processes use the same.
  void setProcess(unsigned number) { process = number; }

  /// Answers the pending request at once, if it is still pending.
  void cancel(std::string_view id);
  /// Answers everything that is pending.
  void failPending(const lsp::ResponseError &error);
  /// Nothing is written from here on.
  void close();
  size_t pendingCount() const { return pending.size(); }

private:
  class Route;
  struct Pending {
    std::string id, method;
    CancelFlag cancelled;
  };

  bool receiveOpening(std::string &body);
  bool receiveJson(std::string_view body);
  bool receiveObject(const nlohmann::json &message);
  bool receiveRequest(const nlohmann::json &message, std::string id,
                      const std::string &method);
  bool receiveNotification(const nlohmann::json &message,
                           const std::string &method);
  std::optional<ReplyOnce> openRequest(std::string id,
                                       const std::string &method);
  void finish(uint64_t ticket, Response response);
  /// Queues a message for the I/O thread. Any thread.
  void send(std::string body);
  void sendNow(std::string body);
  void sendError(std::string_view id, lsp::ErrorCode code, std::string message);

  LogSink &log;
  Gate gate;
  TraceHook trace;
  TakeOpening takeOpening;
  LostChange lostChange;
  std::map<std::string, RequestHandler, std::less<>> requests;
  std::map<std::string, NotificationHandler, std::less<>> notifications;
  std::map<uint64_t, Pending> pending;
  uint64_t lastTicket = 0, lastRequest = 0;
  unsigned process = 0;
  /// The queue from other threads to the I/O thread.
  std::shared_ptr<Route> route;
};

} // namespace shapels

#endif // SHAPELS_TRANSPORT_DISPATCHER_H
