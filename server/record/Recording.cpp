//===- Recording.cpp ------------------------------------------------------===//

#include "server/record/Recording.h"

#include "server/protocol/Json.h"

#include <algorithm>

using namespace shapels;
using lsp::json;

static constexpr std::string_view digits = "0123456789abcdef";

static std::string toHex(std::string_view bytes) {
  std::string result;
  for (unsigned char byte : bytes) {
    result += digits[byte >> 4];
    result += digits[byte & 15];
  }
  return result;
}

static std::string fromHex(std::string_view text) {
  std::string result;
  for (size_t i = 0; i + 1 < text.size(); i += 2)
    result += static_cast<char>(digits.find(text[i]) << 4 |
                                (digits.find(text[i + 1]) & 15));
  return result;
}

static bool isUtf8(std::string_view text) {
  // What is not is replaced.
  return json::parse(lsp::jsonText(json(text))).get<std::string>() == text;
}

/// As it is sent, so that it can be sent again.
std::string shapels::encode(const RecordedMessage &message) {
  std::string line = R"({"time":)" + std::to_string(message.time) +
                     R"(,"from":")" + (message.isClient ? "client" : "server") +
                     R"(",)";
  bool isOneLine = message.body.find_first_of("\r\n") == std::string::npos;
  if (message.isEnd)
    line += R"("end":true)";
  else if (!isUtf8(message.body))
    line += R"("hex":")" + toHex(message.body) + '"';
  else if (isOneLine && json::accept(message.body))
    line += R"("message":)" + message.body;
  else
    line += R"("text":)" + lsp::jsonText(json(message.body));
  return line + "}\n";
}

/// The message in a line, all of which is given too. What encode() wrote is
/// taken as it is: the order of members, say, may matter.
static std::optional<std::string> bodyOf(const json &line,
                                         std::string_view all) {
  auto text = [&](const char *key) { return line.value(key, std::string()); };
  if (line.contains("message")) {
    constexpr std::string_view key = R"(,"message":)";
    size_t begin = std::min(all.find(key), all.size()) + key.size();
    std::string_view body =
        begin < all.size() ? all.substr(begin, all.size() - 1 - begin) : "";
    bool isWhole = json::parse(body, nullptr, false) == line["message"];
    return isWhole ? std::string(body) : lsp::jsonText(line["message"]);
  }
  if (line.contains("text") && line["text"].is_string())
    return text("text");
  if (line.contains("hex") && line["hex"].is_string())
    return fromHex(text("hex"));
  return std::nullopt;
}

static bool readLine(std::string_view text, RecordedMessage &message) {
  json line = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!line.is_object() || !line.contains("from") ||
      (line["from"] != "client" && line["from"] != "server"))
    return false;
  message.isClient = line["from"] == "client";
  if (line.contains("time") && line["time"].is_number_integer())
    message.time = line["time"];
  message.isEnd = line.contains("end");
  std::optional<std::string> body = bodyOf(line, text);
  message.body = body.value_or("");
  return body || message.isEnd;
}

std::optional<std::vector<RecordedMessage>>
shapels::readRecording(std::string_view text, std::string &error) {
  std::vector<RecordedMessage> result;
  size_t number = 0;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    line.remove_suffix(line.ends_with('\r'));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    json header = number == 1 ? json::parse(line, nullptr, false) : json();
    if (number == 1) {
      if (header.is_object() && header.value("recording", json()) == 1)
        continue;
      error = "not a recording of a session: its first line is no "
              R"({"recording":1})";
      return std::nullopt;
    }
    if (line.empty() || line.starts_with("//"))
      continue;
    RecordedMessage message;
    // The last line may have been cut short.
    if (readLine(line, message)) {
      result.push_back(std::move(message));
    } else if (!text.empty()) {
      error = "line " + std::to_string(number) + " is no message";
      return std::nullopt;
    }
  }
  return result;
}
