//===- Dispatcher.cpp - JSON-RPC: messages to handlers --------------------===//

#include "server/transport/Dispatcher.h"

#include "server/protocol/ParseMessage.h"

#include <algorithm>

using namespace shapels;
using nlohmann::json;

/// Carries answers and notifications to the I/O thread. What arrives there
/// after the dispatcher is gone is dropped.
class Dispatcher::Route : public ReplyRoute,
                          public std::enable_shared_from_this<Route> {
public:
  Route(Dispatcher &owner, WriteMessage write, Executor &io)
      : owner(&owner), write(std::move(write)), io(io) {}

  /// I/O thread.
  void close() { owner = nullptr; }

  void answer(uint64_t ticket, Response response) override {
    io.post([self = shared_from_this(), ticket,
             response = std::move(response)]() mutable {
      if (self->owner)
        self->owner->finish(ticket, std::move(response));
    });
  }

  void send(std::string body) {
    io.post([self = shared_from_this(), body = std::move(body)]() mutable {
      if (self->owner)
        self->write(std::move(body));
    });
  }

  /// I/O thread.
  void sendNow(std::string body) {
    if (owner)
      write(std::move(body));
  }

private:
  Dispatcher *owner;
  WriteMessage write;
  Executor &io;
};

Dispatcher::Dispatcher(WriteMessage write, Executor &io, LogSink &log)
    : log(log), route(std::make_shared<Route>(*this, std::move(write), io)) {}

Dispatcher::~Dispatcher() { close(); }

void Dispatcher::close() { route->close(); }

void Dispatcher::send(std::string body) { route->send(std::move(body)); }

void Dispatcher::sendNow(std::string body) { route->sendNow(std::move(body)); }

void Dispatcher::request(std::string_view method) {
  std::string id = "shapels:";
  if (process > 0)
    id += std::to_string(process) + ":";
  id += std::to_string(++lastRequest);
  send(lsp::encodeRequest(method, lsp::quoted(id)));
}

void Dispatcher::sendError(std::string_view id, lsp::ErrorCode code,
                           std::string message) {
  log.log(LogLevel::Warning, message);
  send(lsp::encodeError(id, {code, std::move(message)}));
}

//===----------------------------------------------------------------------===//
// Receiving
//===----------------------------------------------------------------------===//

static std::string idText(const json &id) {
  return id.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// The request's id as JSON text, or nothing if it is not one.
static std::optional<std::string> validId(const json &message) {
  auto id = message.find("id");
  if (id == message.end() || !(id->is_number_integer() || id->is_string()))
    return std::nullopt;
  return idText(*id);
}

/// The method and the id, as far as the message has them.
static std::string describe(const json &message) {
  auto method = message.find("method");
  std::string result = method != message.end() && method->is_string()
                           ? method->get<std::string>()
                           : "a message without method";
  if (std::optional<std::string> id = validId(message))
    result += " (" + *id + ")";
  return result;
}

/// False if the message is to be decoded as others are.
bool Dispatcher::receiveOpening(std::string &body) {
  if (body.size() < lsp::longMessage || !takeOpening)
    return false;
  std::optional<lsp::Opening> opening = lsp::peekOpening(body);
  if (!opening)
    return false;
  const char *method =
      opening->isChange ? "textDocument/didChange" : "textDocument/didOpen";
  if (gate && gate(method))
    return false;
  if (trace)
    trace("received " + std::string(method), body);
  takeOpening(std::move(*opening), std::move(body));
  return true;
}

void Dispatcher::receive(std::string body) {
  if (receiveOpening(body))
    return;
  if (!receiveJson(body) && lostChange && lsp::mayChangeText(body))
    lostChange(body);
}

/// False if it has no effect, as it cannot be understood.
bool Dispatcher::receiveJson(std::string_view body) {
  std::string reason;
  json message = lsp::parseMessage(body, reason);
  if (message.is_discarded()) {
    sendError("null", lsp::ErrorCode::ParseError,
              "the message is not JSON: " + reason);
    return false;
  }
  if (!message.is_object()) {
    sendError("null", lsp::ErrorCode::InvalidRequest,
              message.is_array() ? "batches are not supported"
                                 : "the message is not an object");
    return false;
  }
  if (trace)
    trace("received " + describe(message), body);
  return receiveObject(message);
}

bool Dispatcher::receiveObject(const json &message) {
  std::optional<std::string> id = validId(message);
  bool isResponse = message.contains("result") || message.contains("error");
  auto method = message.find("method");
  if (method == message.end() && isResponse)
    return true; // To a request of ours; none has results.

  auto refuse = [&](std::string why) {
    sendError(id.value_or("null"), lsp::ErrorCode::InvalidRequest,
              std::move(why));
    return false;
  };
  auto version = message.find("jsonrpc");
  if (version == message.end() || *version != "2.0")
    return refuse("jsonrpc: expected \"2.0\"");
  if (method == message.end() || !method->is_string())
    return refuse("method: expected string");
  if (message.contains("id") && !id)
    return refuse("id: expected integer or string");

  const std::string &name = method->get_ref<const std::string &>();
  return id ? receiveRequest(message, std::move(*id), name)
            : receiveNotification(message, name);
}

static const json &paramsOf(const json &message) {
  static const json none;
  auto params = message.find("params");
  return params == message.end() ? none : *params;
}

/// Nothing, and the client told, if the id is taken.
std::optional<ReplyOnce> Dispatcher::openRequest(std::string id,
                                                 const std::string &method) {
  for (const auto &[ticket, request] : pending) {
    if (request.id != id)
      continue;
    sendError(id, lsp::ErrorCode::InvalidRequest,
              "the id " + id + " is that of a request not yet answered");
    return std::nullopt;
  }
  CancelFlag cancelled;
  pending.emplace(++lastTicket, Pending{std::move(id), method, cancelled});
  return ReplyOnce(route, lastTicket, cancelled);
}

bool Dispatcher::receiveRequest(const json &message, std::string id,
                                const std::string &method) {
  std::optional<ReplyOnce> reply = openRequest(std::move(id), method);
  if (!reply)
    return true;
  if (std::optional<lsp::ResponseError> closed =
          gate ? gate(method) : std::nullopt) {
    reply->error(closed->code, std::move(closed->message));
    return true;
  }
  auto handler = requests.find(method);
  if (handler == requests.end()) {
    reply->error(lsp::ErrorCode::MethodNotFound,
                 "unknown method '" + method + "'");
    return false;
  }
  std::string error;
  bool isRead = handler->second(paramsOf(message), *reply, error);
  if (!isRead)
    reply->error(lsp::ErrorCode::InvalidParams, std::move(error));
  return isRead;
}

bool Dispatcher::receiveNotification(const json &message,
                                     const std::string &method) {
  if (std::optional<lsp::ResponseError> closed =
          gate ? gate(method) : std::nullopt) {
    log.log(LogLevel::Warning, "ignored " + method + ": " + closed->message);
    return true;
  }
  auto handler = notifications.find(method);
  if (handler == notifications.end()) {
    log.log(LogLevel::Debug, "ignored unknown notification " + method);
    return true;
  }
  std::string error;
  bool isRead = handler->second(paramsOf(message), error);
  if (!isRead)
    log.log(LogLevel::Error, "ignored " + method + ": " + error);
  return isRead;
}

//===----------------------------------------------------------------------===//
// Answering
//===----------------------------------------------------------------------===//

void Dispatcher::finish(uint64_t ticket, Response response) {
  auto found = pending.find(ticket);
  // Cancelled, and answered then.
  if (found == pending.end())
    return;
  Pending request = std::move(found->second);
  pending.erase(found);
  if (trace)
    trace("answered " + request.method + " (" + request.id + ")",
          response.error ? response.error->message : response.result);
  sendNow(response.error ? lsp::encodeError(request.id, *response.error)
                         : lsp::encodeResult(request.id, response.result));
}

void Dispatcher::cancel(std::string_view id) {
  for (auto &[ticket, request] : pending) {
    if (request.id != id)
      continue;
    request.cancelled.cancel();
    return finish(ticket, lsp::ResponseError{lsp::ErrorCode::RequestCancelled,
                                             "the request was cancelled"});
  }
}

void Dispatcher::failPending(const lsp::ResponseError &error) {
  while (!pending.empty()) {
    pending.begin()->second.cancelled.cancel();
    finish(pending.begin()->first, error);
  }
}
