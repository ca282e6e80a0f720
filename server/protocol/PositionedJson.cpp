//===- PositionedJson.cpp -------------------------------------------------===//

#include "server/protocol/PositionedJson.h"

#include <algorithm>
#include <sstream>

using namespace shapels;
using namespace shapels::lsp;
using nlohmann::json;

/// The path of each value is kept.
static constexpr size_t deepest = 64;

namespace {

DocumentOffset offset(size_t value) {
  return DocumentOffset{static_cast<uint32_t>(value)};
}

/// Takes the events of nlohmann's parser, which says what it has read and not
/// where. At each event the stream stands behind the token; only behind a
/// number it has looked at one character more.
class Builder {
public:
  Builder(std::string_view text, std::istringstream &stream,
          PositionedJson &result)
      : text(text), stream(stream), result(result) {}

  bool null() { return add(nullptr, here()); }
  bool boolean(bool value) { return add(value, here()); }
  bool number_integer(int64_t value) { return add(value, numberEnd()); }
  bool number_unsigned(uint64_t value) { return add(value, numberEnd()); }
  bool number_float(double value, const std::string &) {
    return add(value, numberEnd());
  }
  bool string(std::string &value) { return add(std::move(value), here()); }
  bool binary(json::binary_t &) { return true; }

  bool start_object(size_t) { return open(json::object()); }
  bool end_object() { return close(); }
  bool start_array(size_t) { return open(json::array()); }
  bool end_array() { return close(); }

  bool key(std::string &name) {
    keyRange = token(here());
    pendingKey = std::move(name);
    return true;
  }

  bool parse_error(size_t position, const std::string &lastToken,
                   const json::exception &failure);

private:
  size_t here() const {
    auto position = stream.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
    return std::min(static_cast<size_t>(position), text.size());
  }
  /// Where the token begins that comes next.
  size_t begin() const {
    return std::min(text.find_first_not_of(" \t\r\n,:", end), text.size());
  }
  size_t numberEnd() const {
    return std::min(text.find_first_not_of("+-.0123456789eE", begin()),
                    text.size());
  }
  DocumentRange token(size_t tokenEnd) {
    size_t from = begin();
    end = tokenEnd;
    return {offset(from), offset(tokenEnd)};
  }

  /// Puts the value where it belongs. Returns it there.
  json *place(json value, DocumentRange range) {
    if (stack.empty()) {
      result.places[path] = {{}, range};
      return &(result.value = std::move(value));
    }
    json &parent = *stack.back();
    bool isElement = parent.is_array();
    path.push_back(isElement ? std::to_string(parent.size()) : pendingKey);
    result.places[path] = {isElement ? DocumentRange{} : keyRange, range};
    if (!isElement)
      return &(parent[pendingKey] = std::move(value));
    parent.push_back(std::move(value));
    return &parent.back();
  }
  bool add(json value, size_t tokenEnd) {
    place(std::move(value), token(tokenEnd));
    leave();
    return true;
  }
  bool open(json value) {
    DocumentRange range = token(here());
    if (stack.size() >= deepest) {
      result.error = {range, "nested too deeply"};
      return false;
    }
    stack.push_back(place(std::move(value), range));
    return true;
  }
  bool close() {
    result.places[path].value.end = offset(end = here());
    stack.pop_back();
    leave();
    return true;
  }
  void leave() {
    if (!path.empty())
      path.pop_back();
  }

  std::string_view text;
  std::istringstream &stream;
  PositionedJson &result;
  /// The values that are not complete, outermost first.
  std::vector<json *> stack;
  JsonPath path;
  std::string pendingKey;
  DocumentRange keyRange;
  /// Of the token before.
  size_t end = 0;
};

} // namespace

/// "[json.exception.parse_error.101] parse error at line 1, column 2: what"
static std::string reasonOf(std::string_view message) {
  size_t column = message.find(", column ");
  size_t colon = message.find(": ", column == message.npos ? 0 : column);
  if (colon != message.npos)
    message.remove_prefix(colon + 2);
  return std::string(message);
}

bool Builder::parse_error(size_t position, const std::string &lastToken,
                          const json::exception &failure) {
  size_t from = std::min(begin(), text.size() - !text.empty());
  size_t to = std::clamp(position, from + !text.empty(), text.size());
  result.error = {{offset(from), offset(to)}, reasonOf(failure.what())};
  return false;
}

PositionedJson lsp::parsePositioned(std::string_view text) {
  PositionedJson result;
  std::istringstream stream{std::string(text)};
  Builder builder(text, stream, result);
  json::sax_parse(stream, &builder);
  return result;
}
