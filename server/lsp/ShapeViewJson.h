//===- ShapeViewJson.h - Requests for texts about a function ---*- C++ -*-===//

#ifndef SHAPELS_LSP_SHAPEVIEWJSON_H
#define SHAPELS_LSP_SHAPEVIEWJSON_H

#include "server/features/ShapeViews.h"
#include "server/lsp/Handlers.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>

namespace shapels {

using MakeShapeView =
    std::function<ShapeView(const Document &, const FunctionPlace &)>;

/// `shapels/shapeFunction` and `shapels/symbolicSources`: `view` of the
/// function around `position` in the params, or of the one that `function`
/// names; an error where there is no such function. With both, of the one
/// around the position if it has that name or the position is at its name,
/// which may be another one by now; else by the name. Where the answer is the
/// one that has the `previousResultId` of the params it says no more than that:
/// an edit in another section costs nothing.
std::optional<Query> shapeViewQuery(const nlohmann::json &params,
                                    std::string &error, MakeShapeView view);

} // namespace shapels

#endif // SHAPELS_LSP_SHAPEVIEWJSON_H
