//===- ShapeFunction.cpp - shapels/shapeFunction --------------------------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/ShapeViewJson.h"
#include "server/protocol/JsonReader.h"

using namespace shapels;

/// With `results`, of what the function returns only; with `indices`, size by
/// size.
std::optional<Query> handlers::shapeFunction(const nlohmann::json &params,
                                             std::string &error) {
  lsp::JsonReader in(params, "params", error);
  std::optional<bool> results, indices;
  if (!in.optionalField("results", results) ||
      !in.optionalField("indices", indices))
    return std::nullopt;
  ShapeFunctionQuery query{"", results.value_or(false),
                           indices.value_or(false)};
  return shapeViewQuery(
      params, error,
      [query](const Document &document, const FunctionPlace &function) {
        return shapeFunctionView(document, function, query);
      });
}
