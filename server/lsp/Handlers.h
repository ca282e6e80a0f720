//===- Handlers.h - One function for each LSP method ------------*- C++ -*-===//
//
// Each is defined in the file of its name in handlers/, which has all that is
// the method's own: how its params are decoded, what is asked of the features
// or of the server, and how the answer is encoded. Methods.def binds them.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_HANDLERS_H
#define SHAPELS_LSP_HANDLERS_H

#include "core/analysis/Document.h"
#include "server/protocol/Protocol.h"
#include "server/transport/Reply.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace shapels {

class Server;

/// What an answer depends on besides the document and the request.
struct QueryContext {
  lsp::ClientCapabilities client;
  /// Workspace folders, as URIs.
  std::vector<std::string> roots;
  bool hoverGenericForm = false, hoverFull = false;
  /// Whether functions have code lenses.
  bool codeLens = true;
  InlayHintMode inlayHints = InlayHintMode::Default;
};

/// A request about one document, decoded.
struct Query {
  std::string uri;
  /// Returns the result as JSON text, or why there is none. Called once, by the
  /// document's strand or, if it reads statements only, by another thread; the
  /// document is as far up to date as the method's row in Methods.def asks for.
  std::function<Response(const Document &, const QueryContext &)> answer;
  /// The same of a document that is not open, about which nothing can be said
  /// if this is empty or returns nothing; the client gets an error then.
  std::function<std::optional<std::string>()> unopened = nullptr;
  /// Which line it is about, where only the function there counts: it may be
  /// answered before all others are analysed.
  std::optional<uint32_t> line = std::nullopt;
};

/// Handlers run on the I/O thread. Each reports params of the wrong form in
/// `error`, such as `params.textDocument.uri: expected string`, and has changed
/// nothing then: a query returns nothing, the others return false.
namespace handlers {

#define REQUEST(method, handler, ...)                                          \
  bool handler(Server &server, const nlohmann::json &params, ReplyOnce &reply, \
               std::string &error);
#define NOTIFICATION(method, handler, ...)                                     \
  bool handler(Server &server, const nlohmann::json &params,                   \
               std::string &error);
#define QUERY(method, handler, needs, ...)                                     \
  std::optional<Query> handler(const nlohmann::json &params,                   \
                               std::string &error);
#include "server/lsp/Methods.def"

} // namespace handlers

} // namespace shapels

#endif // SHAPELS_LSP_HANDLERS_H
