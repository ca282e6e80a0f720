//===- PictureHtml.h - Pictures as a page ----------------------*- C++ -*-===//

#ifndef SHAPELS_PICTURE_PICTUREHTML_H
#define SHAPELS_PICTURE_PICTUREHTML_H

#include <nlohmann/json.hpp>

#include <string>

namespace shapels {

/// A page that draws the picture and needs nothing but a browser. `picture` is
/// `{title, source, functions, size}`: the text that ranges lie in, the
/// functions as pictureJson() makes them, and the size whose path is lit first.
std::string pictureHtml(const nlohmann::ordered_json &picture);

} // namespace shapels

#endif // SHAPELS_PICTURE_PICTUREHTML_H
