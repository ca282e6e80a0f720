//===- PictureDot.h - Pictures for Graphviz ---------------------*- C++ -*-===//

#ifndef SHAPELS_PICTURE_PICTUREDOT_H
#define SHAPELS_PICTURE_PICTUREDOT_H

#include <nlohmann/json.hpp>

#include <string>

namespace shapels {

/// Ops: with more, the regions of a graph are collapsed; and its functions,
/// where that is not enough.
inline constexpr size_t mostDrawnOps = 1000;

/// A digraph of the functions, which pictureJson() made: each a cluster, as
/// each op with regions. The path of `size`, such as `%a[0]`, is lit; empty:
/// none.
std::string pictureDot(const std::string &title,
                       const nlohmann::ordered_json &functions,
                       const std::string &size);

} // namespace shapels

#endif // SHAPELS_PICTURE_PICTUREDOT_H
