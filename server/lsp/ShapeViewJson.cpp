//===- ShapeViewJson.cpp - Requests for texts about a function ------------===//

#include "server/lsp/ShapeViewJson.h"

#include "core/analysis/Section.h"
#include "core/analysis/SectionShapes.h"
#include "server/lsp/ClientView.h"
#include "server/protocol/Decode.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

#include <utility>

using namespace shapels;
using lsp::json;

namespace {

struct FunctionParams {
  std::string uri;
  std::optional<Position> position;
  /// Without `@`.
  std::optional<std::string> function;
  std::optional<std::string> previousResultId;
};

} // namespace

/// Of all that an answer rests on: the section, the line where it begins, and
/// which function it is.
static std::string resultId(const Document &document,
                            const FunctionPlace &function) {
  DocumentOffset start = function.section->start();
  return std::to_string(document.shapes(*function.section).revision()) + "-" +
         std::to_string(document.buffer().lineOf(start).value) + "-" +
         std::to_string(function.range.begin.value - start.value);
}

static json answerHead(const FunctionPlace &function, const ClientView &view,
                       const std::string &id) {
  return {{"function", function.name},
          {"range", lsp::toJson(view.range(function.range))},
          {"resultId", id}};
}

static std::string encodeView(const ShapeView &shown, const ClientView &view,
                              json result) {
  json values = json::array();
  for (const ShapeView::Value &value : shown.values)
    values.push_back({{"range", lsp::toJson(view.range(value.range))},
                      {"statement", lsp::toJson(view.range(value.statement))},
                      {"lines", value.lines}});
  result["text"] = shown.text;
  result["values"] = std::move(values);
  return lsp::jsonText(result);
}

static std::optional<FunctionPlace> findFunction(const Document &document,
                                                 const ClientView &view,
                                                 const FunctionParams &params) {
  if (!params.position)
    return functionNamed(document, *params.function);
  DocumentOffset offset = view.offset(*params.position);
  std::optional<FunctionPlace> around = functionAround(document, offset);
  if (!params.function)
    return around;
  bool isMeant =
      around &&
      (around->name == *params.function ||
       (around->range.begin <= offset && offset <= around->range.end));
  return isMeant ? around : functionNamed(document, *params.function);
}

static Response answerShapeView(const Document &document,
                                const QueryContext &context,
                                const FunctionParams &params,
                                const MakeShapeView &make) {
  ClientView view(document.buffer(), params.uri, context.client);
  std::optional<FunctionPlace> function = findFunction(document, view, params);
  if (!function)
    return lsp::ResponseError{lsp::ErrorCode::RequestFailed,
                              params.function
                                  ? "there is no function @" + *params.function
                                  : "there is no function here"};
  std::string id = resultId(document, *function);
  json head = answerHead(*function, view, id);
  if (params.previousResultId == id)
    return lsp::jsonText(head);
  return encodeView(make(document, *function), view, std::move(head));
}

std::optional<Query> shapels::shapeViewQuery(const json &params,
                                             std::string &error,
                                             MakeShapeView view) {
  lsp::JsonReader in(params, "params", error);
  FunctionParams request;
  if (!lsp::readDocumentUri(in, request.uri) ||
      !in.optionalField("position", request.position) ||
      !in.optionalField("function", request.function) ||
      !in.optionalField("previousResultId", request.previousResultId))
    return std::nullopt;
  if (!request.position && !request.function) {
    in.fail("position or function");
    return std::nullopt;
  }
  std::string uri = request.uri;
  return Query{std::move(uri),
               [request = std::move(request), view = std::move(view)](
                   const Document &document, const QueryContext &context) {
                 return answerShapeView(document, context, request, view);
               }};
}
