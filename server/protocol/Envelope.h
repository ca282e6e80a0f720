//===- Envelope.h - What a message is, without its contents -----*- C++ -*-===//
//
// For whoever passes messages on between a client and a server of ours.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_PROTOCOL_ENVELOPE_H
#define SHAPELS_PROTOCOL_ENVELOPE_H

#include "server/protocol/Protocol.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace shapels::lsp {

/// A message of a client. What is no message has no method.
struct ClientMessage {
  explicit ClientMessage(std::string_view body);

  /// JSON text; a request has one.
  std::optional<std::string> id;
  std::string method;
  /// `params`, or null.
  nlohmann::json params;

  /// params.textDocument.uri, or nothing.
  std::string documentUri() const;
};

/// The same request under another id, which is JSON text.
std::string withId(std::string_view body, std::string_view id);

std::string encodeDidOpen(const DidOpenParams &params);
/// A didChange that says of what document, but not what.
std::string encodeLostChange(const std::string &uri);

// Of what our server sends, as Encode.h makes it.

/// The id of a response, as JSON text; empty if it is none.
std::string_view responseId(std::string_view body);
/// Whose findings a notification publishes, as JSON text; empty if none.
std::string_view publishedUri(std::string_view body);
bool isShowMessage(std::string_view body);
/// Of something that the client is asked to tell.
bool isRegistration(std::string_view body);

/// A $/progress that begins or ends; of other messages, without a token.
struct ProgressMark {
  /// As JSON text.
  std::string_view token;
  bool isEnd = false;
};
ProgressMark progressMark(std::string_view body);
/// The end of a progress.
std::string encodeProgressEnd(std::string_view token);

} // namespace shapels::lsp

#endif // SHAPELS_PROTOCOL_ENVELOPE_H
