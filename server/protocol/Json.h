//===- Json.h - JSON values of what several methods share ------*- C++ -*-===//
//
// For sources that encode: needs the whole of nlohmann's header.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_PROTOCOL_JSON_H
#define SHAPELS_PROTOCOL_JSON_H

#include "server/protocol/Protocol.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace shapels::lsp {

using nlohmann::json;

/// Bytes that are not UTF-8 become U+FFFD, so this never fails.
std::string jsonText(const json &value, int indent = -1);

json toJson(Position position);
json toJson(const PositionRange &range);
json toJson(const Location &location);
json toJson(const Diagnostic &diagnostic);
/// LSP's TextEdit.
json editJson(const PositionRange &range, std::string_view newText);

template <typename T>
json toJson(const std::vector<T> &values) {
  json result = json::array();
  for (const T &value : values)
    result.push_back(toJson(value));
  return result;
}

} // namespace shapels::lsp

#endif // SHAPELS_PROTOCOL_JSON_H
