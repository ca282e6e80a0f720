//===- Opening.cpp - Messages with a whole text ---------------------------===//

#include "server/protocol/Opening.h"

#include "server/protocol/Decode.h"
#include "server/protocol/ParseMessage.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <type_traits>

using namespace shapels;
using namespace shapels::lsp;

namespace {

/// Walks over JSON without decoding it. What is no JSON may pass; what is asked
/// of it is then found out by whoever decodes it.
class JsonWalker {
public:
  explicit JsonWalker(std::string_view text) : text(text) {}

  /// Calls `take` with the text of each member of an object, in front of its
  /// value, which it walks over. False if that does, or if there is none.
  template <typename Take>
  bool object(Take take);
  /// The same for an array of one object.
  template <typename Take>
  bool onlyObject(Take take) {
    return eat('[') && object(take) && eat(']');
  }
  /// Walks over a string that is nearly all that there is: looks for its end
  /// from a place near the end. An unescaped quote is in no string.
  void longString() {
    if (text.size() - at > 2 * tailSize)
      at = text.size() - tailSize;
    string();
  }
  /// A value's text; empty at the end.
  std::string_view value();
  /// The next character that is no space.
  char peek() {
    at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    return at < text.size() ? text[at] : '\0';
  }

private:
  bool eat(char c) {
    bool isThere = peek() == c;
    at += isThere;
    return isThere;
  }
  void string();

  static constexpr size_t tailSize = size_t(1) << 12;

  std::string_view text;
  size_t at = 0;
};

/// At an opening quote.
void JsonWalker::string() {
  do {
    at = text.find('"', at + 1);
    if (at == std::string_view::npos) {
      at = text.size();
      return;
    }
    size_t escapes = at - text.find_last_not_of('\\', at - 1) - 1;
    if (escapes % 2 == 0)
      break;
  } while (true);
  ++at;
}

std::string_view JsonWalker::value() {
  peek();
  size_t begin = at, depth = 0;
  for (; at < text.size(); ++at) {
    char c = text[at];
    bool isEnd = c == '}' || c == ']';
    if (depth == 0 && (isEnd || c == ','))
      break;
    depth += (c == '{' || c == '[') - isEnd;
    if (c == '"') {
      string();
      --at;
    }
  }
  std::string_view value = text.substr(begin, at - begin);
  return value.substr(0, value.find_last_not_of(" \t\r\n") + 1);
}

template <typename Take>
bool JsonWalker::object(Take take) {
  if (!eat('{'))
    return false;
  if (eat('}'))
    return true;
  do {
    if (peek() != '"')
      return false;
    size_t begin = at;
    string();
    std::string_view key = text.substr(begin, at - begin);
    if (!eat(':') || !take(key))
      return false;
  } while (eat(','));
  return eat('}');
}

/// A string or an integer.
template <typename T>
bool decodeScalar(std::string_view text, T &result) {
  json value = json::parse(text, nullptr, /*allow_exceptions=*/false);
  bool isRight = std::is_same_v<T, std::string> ? value.is_string()
                                                : value.is_number_integer();
  if (isRight)
    result = value.get<T>();
  return isRight;
}

/// Decodes what stands behind a backslash, and takes it away.
bool decodeEscape(std::string_view &rest, std::string &result) {
  static constexpr std::string_view letters = "\"\\/bfnrt",
                                    meanings = "\"\\/\b\f\n\r\t";
  if (size_t at = letters.find(rest.substr(0, 1));
      !rest.empty() && at != letters.npos) {
    result += meanings[at];
    rest.remove_prefix(1);
    return true;
  }
  // One code unit, or a surrogate and its other half.
  for (size_t size : {5, 11}) {
    std::string quoted = "\"\\" + std::string(rest.substr(0, size)) + '"';
    std::string character;
    if (!decodeScalar(quoted, character))
      continue;
    result += character;
    rest.remove_prefix(size);
    return true;
  }
  if (!surrogateAt("\\" + std::string(rest.substr(0, 5))))
    return false;
  result += replacementCharacter;
  rest.remove_prefix(5);
  return true;
}

/// A string without its quotes, as fast as it can be copied. Bytes that are not
/// UTF-8 are taken as they are.
bool decodeText(std::string_view rest, std::string &result) {
  result.reserve(rest.size());
  for (;;) {
    size_t escape = rest.find('\\');
    result += rest.substr(0, escape);
    if (escape == std::string_view::npos)
      return true;
    rest.remove_prefix(escape + 1);
    if (!decodeEscape(rest, result))
      return false;
  }
}

/// What was found of a didOpen so far.
class OpeningFinder {
public:
  OpeningFinder(std::string_view body, bool needsText)
      : walker(body), needsText(needsText),
        mayStop(!needsText && isEndOfText(body)) {}

  std::optional<Opening> find();
  /// Valid where it was needed: with its quotes, as the message has it.
  std::string_view text() const { return rawText; }

private:
  static bool isEndOfText(std::string_view body);
  bool takeMember(std::string_view key);
  bool takeParam(std::string_view key);
  bool takeDocumentMember(std::string_view key);
  bool takeText(std::string_view key);
  bool walkText();

  JsonWalker walker;
  Opening result;
  std::string_view rawText;
  bool isVersion2 = false, isOpening = false, hasText = false,
       hasChange = false;
  const bool needsText;
  /// Whether nothing can follow the text, which is not walked over then.
  const bool mayStop;
  bool isDone = false;
};

/// Behind the last string three objects end: the document, the params and the
/// message.
bool OpeningFinder::isEndOfText(std::string_view body) {
  size_t quote = body.rfind('"');
  std::string braces;
  for (char c : body.substr(std::min(quote, body.size())))
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
      braces += c;
  return braces == R"("}}})";
}

bool OpeningFinder::takeDocumentMember(std::string_view key) {
  bool isText = key == R"("text")" && walker.peek() == '"';
  hasText |= isText;
  isDone = isText && mayStop && isVersion2 && isOpening &&
           !result.uri.empty() && result.version;
  if (isDone)
    return false;
  if (isText)
    return walkText();
  std::string_view value = walker.value();
  if (key == R"("uri")")
    return decodeScalar(value, result.uri);
  if (int64_t version = 0;
      key == R"("version")" && decodeScalar(value, version))
    result.version = version;
  return true;
}

bool OpeningFinder::walkText() {
  if (needsText)
    rawText = walker.value();
  else
    walker.longString();
  return true;
}

/// Of a change: the text, and no range that it is for.
bool OpeningFinder::takeText(std::string_view key) {
  hasChange = key == R"("text")" && walker.peek() == '"';
  return hasChange && walkText();
}

bool OpeningFinder::takeParam(std::string_view key) {
  if (key == R"("textDocument")")
    return walker.object(
        [&](std::string_view member) { return takeDocumentMember(member); });
  if (key == R"("contentChanges")")
    return walker.onlyObject(
        [&](std::string_view member) { return takeText(member); });
  walker.value();
  return true;
}

bool OpeningFinder::takeMember(std::string_view key) {
  if (key == R"("params")")
    return walker.object(
        [&](std::string_view inner) { return takeParam(inner); });
  std::string_view value = walker.value();
  isVersion2 |= key == R"("jsonrpc")" && value == R"("2.0")";
  isOpening |= key == R"("method")" && value == R"("textDocument/didOpen")";
  result.isChange |=
      key == R"("method")" && value == R"("textDocument/didChange")";
  return key != R"("id")";
}

std::optional<Opening> OpeningFinder::find() {
  bool isRead =
      walker.object([&](std::string_view key) { return takeMember(key); });
  bool isKnown = result.isChange ? hasChange : isOpening && hasText;
  bool isWhole = isRead && isVersion2 && isKnown && !result.uri.empty();
  return isDone || isWhole ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace

std::optional<Opening> lsp::peekOpening(std::string_view body) {
  return OpeningFinder(body, /*needsText=*/false).find();
}

bool lsp::decodeOpening(std::string_view body, DidOpenParams &result,
                        std::string &error) {
  OpeningFinder finder(body, /*needsText=*/true);
  if (std::optional<Opening> opening = finder.find()) {
    std::string_view text = finder.text().substr(1);
    result = {std::move(opening->uri), opening->version, ""};
    if (text.ends_with('"') &&
        decodeText(text.substr(0, text.size() - 1), result.text))
      return true;
  }
  json message = parseMessage(body, error);
  error = "the message is not JSON";
  return message.is_object() && decode(message["params"], result, error);
}
