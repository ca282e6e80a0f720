//===- ParseMessage.cpp ---------------------------------------------------===//

#include "server/protocol/ParseMessage.h"

#include <algorithm>
#include <charconv>

using namespace shapels;
using namespace shapels::lsp;
using nlohmann::json;

static constexpr size_t escapeSize = 6;

static bool isHigh(unsigned surrogate) { return surrogate < 0xDC00; }

std::optional<unsigned> lsp::surrogateAt(std::string_view text) {
  if (text.size() < escapeSize || !text.starts_with("\\u"))
    return std::nullopt;
  unsigned unit = 0;
  const char *end = text.data() + escapeSize;
  auto [parsed, error] = std::from_chars(text.data() + 2, end, unit, 16);
  bool isOne =
      error == std::errc() && parsed == end && unit >= 0xD800 && unit <= 0xDFFF;
  return isOne ? std::optional(unit) : std::nullopt;
}

/// Escapes that stand for half a character become one that stands for U+FFFD.
static std::string withoutHalves(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    size_t plain = std::min(text.find('\\'), text.size());
    result += text.substr(0, plain);
    text.remove_prefix(plain);
    std::optional<unsigned> unit = surrogateAt(text);
    size_t size = std::min<size_t>(unit ? escapeSize : 2, text.size());
    if (unit && isHigh(*unit))
      if (auto low = surrogateAt(text.substr(escapeSize)); low && !isHigh(*low))
        size = 2 * escapeSize;
    if (unit && size == escapeSize)
      result += "\\ufffd";
    else
      result += text.substr(0, size);
    text.remove_prefix(size);
  }
  return result;
}

/// nlohmann's serializer can do this to a string.
static std::string withoutBrokenUtf8(std::string_view text) {
  std::string quoted =
      json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  return json::parse(quoted, nullptr, /*allow_exceptions=*/false)
      .get<std::string>();
}

static json parse(std::string_view body, std::string &error) {
  try {
    return json::parse(body);
  } catch (const json::exception &failure) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
    std::string_view reason = failure.what();
    reason.remove_prefix(std::min(reason.find("] ") + 2, reason.size()));
    error = reason;
  }
  return json(json::value_t::discarded);
}

json lsp::parseMessage(std::string_view body, std::string &error) {
  json message = parse(body, error);
  if (!message.is_discarded())
    return message;
  std::string ignored;
  json repaired = parse(withoutHalves(withoutBrokenUtf8(body)), ignored);
  if (!repaired.is_discarded())
    error.clear();
  return repaired;
}

bool lsp::mayChangeText(std::string_view bytes) {
  return bytes.find("didChange\"") != bytes.npos ||
         bytes.find("didOpen\"") != bytes.npos;
}
