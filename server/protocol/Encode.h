//===- Encode.h - Protocol structures to JSON text --------------*- C++ -*-===//
//
// Any thread may encode: what crosses to the I/O thread is text. Bytes that
// are not UTF-8 become U+FFFD, so encoding never fails. Results of requests are
// encoded by their handlers.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_PROTOCOL_ENCODE_H
#define SHAPELS_PROTOCOL_ENCODE_H

#include "server/protocol/Protocol.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels::lsp {

/// What a short list is published with; FindingsText keeps the long ones.
std::string encode(const std::vector<Diagnostic> &);

/// A diagnostic's text without its own range and those of its related places,
/// in this order: what stands before, between and behind them.
std::vector<std::string> encodeAroundRanges(Diagnostic diagnostic);
/// Appends the text of one.
void appendRange(std::string &text, const PositionRange &range);

// Params of notifications.
std::string encode(const PublishDiagnosticsParams &);
std::string encode(const MessageParams &);
std::string encode(const LogTraceParams &);
std::string encode(const ProgressParams &);
// Params of requests.
std::string encode(const WatchFilesParams &);

/// Whole messages. `id` is JSON text, `null` where the request's is unknown;
/// `result` and `params` are what encode() gave.
std::string encodeResult(std::string_view id, std::string_view result);
std::string encodeError(std::string_view id, const ResponseError &error);
/// A string as JSON text.
std::string quoted(std::string_view word);
void appendQuoted(std::string &text, std::string_view word);
std::string encodeNotification(std::string_view method,
                               std::string_view params);
/// A request of ours; its id is ours to choose, and JSON text. Without params
/// where they are empty.
std::string encodeRequest(std::string_view method, std::string_view id,
                          std::string_view params = {});

/// The same message, indented for people and for FileCheck.
std::string prettyPrinted(std::string_view message);

} // namespace shapels::lsp

#endif // SHAPELS_PROTOCOL_ENCODE_H
