//===- ParseMessage.h - From a message's bytes to JSON ----------*- C++ -*-===//
//
// JavaScript's strings may hold half a character, an editor's text so too, and
// JSON what no text in UTF-8 can say. An edit must not be lost for that.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_PROTOCOL_PARSEMESSAGE_H
#define SHAPELS_PROTOCOL_PARSEMESSAGE_H

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace shapels::lsp {

/// Takes the place of what is no character: U+FFFD.
inline constexpr std::string_view replacementCharacter = "\xEF\xBF\xBD";

/// The four digits of an escape `\uD800` to `\uDFFF`, which stands for half a
/// character; nothing if `text` does not begin with one.
std::optional<unsigned> surrogateAt(std::string_view text);

/// Half a character, and bytes that are not UTF-8, become U+FFFD. What is not
/// JSON all the same is discarded, with the reason.
nlohmann::json parseMessage(std::string_view body, std::string &error);

/// Whether a message, or bytes, that could not be read may have been meant to
/// change a document's text.
bool mayChangeText(std::string_view bytes);

} // namespace shapels::lsp

#endif // SHAPELS_PROTOCOL_PARSEMESSAGE_H
