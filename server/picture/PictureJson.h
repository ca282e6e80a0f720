//===- PictureJson.h - A picture for those who draw it ---------*- C++ -*-===//

#ifndef SHAPELS_PICTURE_PICTUREJSON_H
#define SHAPELS_PICTURE_PICTUREJSON_H

#include "core/analysis/Picture.h"
#include "core/text/TextBuffer.h"

#include <nlohmann/json.hpp>

#include <string>

namespace shapels {

/// `{name, ops, isCut, nodes, values, edges, symbols}`: docs/picture.md has
/// what is in them. Ranges are LSP's, in `encoding`.
nlohmann::ordered_json pictureJson(const FunctionPicture &picture,
                                   const TextBuffer &text,
                                   PositionEncoding encoding);

} // namespace shapels

#endif // SHAPELS_PICTURE_PICTUREJSON_H
