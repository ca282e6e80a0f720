//===- Picture.cpp - shapels/picture --------------------------------------===//
//
// `{textDocument, position}`: the function around the position, as a graph of
// the values in it and their shapes. docs/picture.md has what is answered.
//
//===----------------------------------------------------------------------===//

#include "server/lsp/Handlers.h"

#include "core/analysis/Picture.h"
#include "core/analysis/Section.h"
#include "core/shape/emit/ShapeFunctions.h"
#include "server/features/Functions.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/DecodedQuery.h"
#include "server/picture/PictureJson.h"

using namespace shapels;
using Json = nlohmann::ordered_json;

/// Of a function with more there is one node, so that an editor that asks while
/// somebody types does not wait.
static constexpr uint32_t mostOps = 10000;

static std::string answerPicture(const Document &document,
                                 const QueryContext &context,
                                 const lsp::PositionParams &params) {
  ClientView view(document.buffer(), params.uri, context.client);
  Json functions = Json::array();
  auto place = functionAround(document, view.offset(params.position));
  mlir::Operation *function =
      place ? place->section->ir().operationOf(place->statement) : nullptr;
  if (function && hasShapeFunction(function))
    for (const FunctionPicture &picture :
         picturesOf(document, *place->section, {&function, 1}, mostOps))
      functions.push_back(pictureJson(picture, document.buffer(),
                                      context.client.positionEncoding));
  return Json({{"functions", std::move(functions)}})
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Query> handlers::picture(const nlohmann::json &params,
                                       std::string &error) {
  return decodedQuery<lsp::PositionParams>(params, error, answerPicture);
}
