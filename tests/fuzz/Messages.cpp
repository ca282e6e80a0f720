//===- Messages.cpp - Fuzzes framing, dispatch and what is kept -----------===//
//
// Any bytes of a client, in pieces. What a supervisor keeps of them must bring
// another worker to the same state, and both decoders must read a text alike.
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Decode.h"
#include "server/protocol/ParseMessage.h"
#include "server/supervisor/Session.h"
#include "server/transport/Dispatcher.h"
#include "server/transport/Framing.h"
#include "server/transport/InlineExecutor.h"

#include <algorithm>
#include <cstdlib>

using namespace shapels;
using nlohmann::json;

namespace {

struct Silence : LogSink {
  void log(LogLevel, std::string_view) override {}
};

/// Decodes what a server decodes, and answers all.
struct Receiver {
  template <typename Params>
  void take(const char *method) {
    dispatcher.onNotification(method, [](const json &params, std::string &why) {
      Params decoded;
      return lsp::decode(params, decoded, why);
    });
  }
  template <typename Params>
  void answer(const char *method) {
    dispatcher.onRequest(
        method, [](const json &params, ReplyOnce &reply, std::string &why) {
          Params decoded;
          if (!lsp::decode(params, decoded, why))
            return false;
          reply.result("null");
          return true;
        });
  }
  Receiver() {
    answer<lsp::InitializeParams>("initialize");
    answer<lsp::PositionParams>("textDocument/hover");
    take<lsp::DidOpenParams>("textDocument/didOpen");
    take<lsp::DidChangeParams>("textDocument/didChange");
    take<lsp::DocumentParams>("textDocument/didClose");
  }

  Silence log;
  InlineExecutor io;
  Dispatcher dispatcher{[](std::string body) {
                          if (json::parse(body, nullptr, false).is_discarded())
                            std::abort();
                        },
                        io, log};
};

/// What a worker is told, in whatever order.
std::vector<std::string> told(Session &session) {
  std::vector<std::string> bodies = session.replay();
  std::ranges::sort(bodies);
  return bodies;
}

void check(Session &session) {
  Session other;
  for (const std::string &body : session.replay())
    other.note(lsp::ClientMessage(body), body);
  if (told(session) != told(other))
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char *>(data), size);
  size_t piece = bytes.empty() ? 1 : 1 + static_cast<uint8_t>(bytes[0]);
  Receiver receiver;
  Session session;
  ContentLengthReader reader(size_t(1) << 20);
  while (true) {
    std::string_view next = bytes.substr(0, piece);
    bytes.remove_prefix(next.size());
    reader.feed(next);
    if (next.empty())
      reader.finish();
    while (std::optional<Frame> frame = reader.next()) {
      if (frame->kind != Frame::Kind::Message)
        continue;
      std::string &body = frame->text;
      if (auto opening = lsp::peekOpening(body)) {
        lsp::DidOpenParams params;
        std::string error;
        (void)lsp::decodeOpening(body, params, error);
      }
      session.note(lsp::ClientMessage(body), body);
      receiver.dispatcher.receive(std::move(body));
    }
    if (next.empty())
      break;
  }
  check(session);
  return 0;
}
