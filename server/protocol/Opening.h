//===- Opening.h - Messages with a whole text -------------------*- C++ -*-===//
//
// To decode a text of many megabytes takes longer than others should wait, so
// that is left to whoever needs the text.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_PROTOCOL_OPENING_H
#define SHAPELS_PROTOCOL_OPENING_H

#include "server/protocol/Protocol.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shapels::lsp {

/// Longer messages are not decoded by a thread on which others wait.
inline constexpr size_t longMessage = size_t(1) << 16;

/// What a didOpen opens, or a didChange replaces as a whole.
struct Opening {
  std::string uri;
  std::optional<int64_t> version;
  bool isChange = false;
};

/// Finds it without a look into the text. Nothing if the message is neither, or
/// not of that form.
std::optional<Opening> peekOpening(std::string_view body);
/// The document with its new text. False, with the reason, if that cannot be.
bool decodeOpening(std::string_view body, DidOpenParams &result,
                   std::string &error);

} // namespace shapels::lsp

#endif // SHAPELS_PROTOCOL_OPENING_H
