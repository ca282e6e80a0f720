//===- PositionedJson.h - JSON that knows its places ------------*- C++ -*-===//
//
// For files that people write, so that a mistake can be pointed at.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_PROTOCOL_POSITIONEDJSON_H
#define SHAPELS_PROTOCOL_POSITIONEDJSON_H

#include "core/text/Position.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels::lsp {

/// The keys and list indices that lead to a value.
using JsonPath = std::vector<std::string>;

struct PositionedJson {
  struct Place {
    /// Empty for the elements of a list.
    DocumentRange key;
    DocumentRange value;
  };
  struct SyntaxError {
    DocumentRange range;
    std::string message;
  };

  nlohmann::json value;
  std::map<JsonPath, Place> places;
  /// What was read before it is in `value`.
  std::optional<SyntaxError> error;
};

/// Of a text that is no JSON, tells the first error. Never throws.
PositionedJson parsePositioned(std::string_view text);

} // namespace shapels::lsp

#endif // SHAPELS_PROTOCOL_POSITIONEDJSON_H
