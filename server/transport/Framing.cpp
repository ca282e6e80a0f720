//===- Framing.cpp - Bytes to message bodies and back ---------------------===//

#include "server/transport/Framing.h"

#include "server/protocol/ParseMessage.h"

#include <algorithm>
#include <charconv>
#include <utility>

using namespace shapels;

/// No header is as long; a longer "line" is garbage without a line end.
static constexpr size_t longestLine = size_t(1) << 16;

static constexpr std::string_view lengthHeader = "content-length:";

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// Where `Content-Length:` stands in the line, or npos.
static size_t findLengthHeader(std::string_view line) {
  auto found = std::search(line.begin(), line.end(), lengthHeader.begin(),
                           lengthHeader.end(),
                           [](char a, char b) { return lower(a) == b; });
  return found == line.end() ? std::string_view::npos : found - line.begin();
}

static std::string_view trim(std::string_view text) {
  size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos)
    return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// `Name: value`, where a name has no spaces and no brackets.
static bool isHeader(std::string_view line) {
  size_t colon = line.find(':');
  return colon != std::string_view::npos && colon > 0 &&
         std::all_of(line.begin(), line.begin() + colon, [](char c) {
           return (lower(c) >= 'a' && lower(c) <= 'z') ||
                  (c >= '0' && c <= '9') || c == '-';
         });
}

static Frame skipped(std::string what, bool mayChangeText = false) {
  return {Frame::Kind::Skipped, std::move(what), mayChangeText};
}

//===----------------------------------------------------------------------===//
// ContentLengthReader
//===----------------------------------------------------------------------===//

void ContentLengthReader::feed(std::string_view bytes) {
  if (isDone)
    return;
  if (inBody) {
    size_t part = std::min<uint64_t>(*length - body.size(), bytes.size());
    body += bytes.substr(0, part);
    bytes.remove_prefix(part);
  }
  // Moving what is left costs no more than what was consumed.
  if (consumed > buffer.size() / 2) {
    buffer.erase(0, consumed);
    searched -= consumed;
    consumed = 0;
  }
  buffer += bytes;
}

std::optional<Frame> ContentLengthReader::next() {
  if (isDone)
    return std::nullopt;
  return inBody ? nextBody() : nextHeader();
}

Frame ContentLengthReader::broken(std::string why) {
  isDone = true;
  buffer.clear();
  consumed = searched = 0;
  return {Frame::Kind::Broken, std::move(why)};
}

/// Reads lines until one completes a frame, or they run out.
std::optional<Frame> ContentLengthReader::nextHeader() {
  while (!inBody) {
    searched = std::max(searched, consumed);
    size_t newline = buffer.find('\n', searched);
    if (newline == std::string::npos)
      break;
    auto line = std::string_view(buffer).substr(consumed, newline - consumed);
    std::optional<Frame> result = readLine(line);
    if (isDone)
      return result;
    consumed = searched = newline + 1;
    if (result)
      return result;
  }
  if (inBody)
    return nextBody();
  searched = buffer.size();
  if (unread().size() > longestLine) {
    // The start of a header may be among the last bytes.
    skip(unread().substr(0, unread().size() - lengthHeader.size()));
    consumed = buffer.size() - lengthHeader.size();
  }
  return ended ? atEnd() : std::nullopt;
}

std::optional<Frame> ContentLengthReader::readLine(std::string_view line) {
  line = trim(line);
  if (line.empty())
    return endHeaders();
  size_t at = findLengthHeader(line);
  if (at != std::string_view::npos) {
    skip(line.substr(0, at));
    inHeaders = true;
    return readLength(trim(line.substr(at + lengthHeader.size())));
  }
  if (isHeader(line))
    inHeaders = true;
  else
    skip(line);
  return std::nullopt;
}

void ContentLengthReader::skip(std::string_view bytes) {
  garbage += bytes.size();
  mayChangeText |= lsp::mayChangeText(bytes);
}

std::optional<Frame> ContentLengthReader::readLength(std::string_view digits) {
  uint64_t value = 0;
  auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
  bool isNumber = end == digits.data() + digits.size() && !digits.empty();
  if (isNumber && (error == std::errc::result_out_of_range || value > limit))
    return broken("a message of " + std::string(digits) +
                  " bytes is too large: the limit is " + std::to_string(limit));
  if (!isNumber) {
    length.reset();
    return skipped("bad Content-Length: '" + std::string(digits.substr(0, 40)) +
                   "'");
  }
  length = value;
  return std::nullopt;
}

/// The empty line behind the headers, or one that stands for itself.
std::optional<Frame> ContentLengthReader::endHeaders() {
  bool hadHeaders = std::exchange(inHeaders, false);
  uint64_t junk = std::exchange(garbage, 0);
  inBody = length.has_value();
  if (junk)
    return skipped("skipped " + std::to_string(junk) +
                       " bytes that are no header",
                   std::exchange(mayChangeText, false));
  if (hadHeaders && !inBody)
    return skipped("message headers without a Content-Length");
  return std::nullopt;
}

std::optional<Frame> ContentLengthReader::nextBody() {
  body.reserve(*length);
  std::string_view part = unread().substr(0, *length - body.size());
  body += part;
  searched = consumed += part.size();
  if (body.size() < *length)
    return ended ? atEnd() : std::nullopt;
  length.reset();
  inBody = false;
  return Frame{Frame::Kind::Message, std::exchange(body, {})};
}

std::string ContentLengthReader::unfinished() const {
  std::string result;
  if (length)
    result = "Content-Length: " + std::to_string(*length) + "\r\n";
  if (inBody)
    result += "\r\n" + body;
  return result.append(unread());
}

/// The stream ended: says so if it did inside a message.
std::optional<Frame> ContentLengthReader::atEnd() {
  uint64_t left = body.size() + unread().size() + garbage;
  if (left == 0 && !inHeaders && !inBody) {
    isDone = true;
    return std::nullopt;
  }
  return broken("the input ended inside a message, " + std::to_string(left) +
                " bytes into it");
}

//===----------------------------------------------------------------------===//
// DelimitedReader
//===----------------------------------------------------------------------===//

std::optional<std::string_view> DelimitedReader::nextLine() {
  size_t newline = buffer.find('\n', consumed);
  bool isWhole = newline != std::string::npos;
  if (!isWhole && (!ended || consumed == buffer.size()))
    return std::nullopt;
  size_t end = isWhole ? newline + 1 : buffer.size();
  auto line = std::string_view(buffer).substr(consumed, end - consumed);
  consumed = end;
  return line;
}

/// The message gathered so far; nothing if it is blank.
std::optional<Frame> DelimitedReader::take() {
  std::string body = std::exchange(message, {});
  if (body.find_first_not_of(" \t\r\n") == std::string::npos)
    return std::nullopt;
  return Frame{Frame::Kind::Message, std::move(body)};
}

std::optional<Frame> DelimitedReader::next() {
  while (std::optional<std::string_view> line = nextLine()) {
    size_t begin = std::min(line->find_first_not_of(" \t"), line->size());
    std::string_view text = line->substr(begin);
    if (!text.starts_with("//")) {
      message += *line;
      continue;
    }
    if (text.starts_with("// -----"))
      if (std::optional<Frame> result = take())
        return result;
  }
  return ended ? take() : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

std::string shapels::frame(std::string_view body) {
  std::string result = "Content-Length: " + std::to_string(body.size());
  return result.append("\r\n\r\n").append(body);
}
