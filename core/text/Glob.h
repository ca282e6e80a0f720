//===- Glob.h - Names with `*` in them --------------------------*- C++ -*-===//

#ifndef SHAPELS_TEXT_GLOB_H
#define SHAPELS_TEXT_GLOB_H

#include <string_view>

namespace shapels {

/// Whether `pattern` has one of `?` and `*`, and so may match several names.
bool isGlob(std::string_view pattern);

/// Whether `pattern` describes all of `name`: `?` is any character and `*` any
/// number of them, but not `/`; `**` is any number of any characters, and `**/`
/// also none.
bool matchesGlob(std::string_view pattern, std::string_view name);

} // namespace shapels

#endif // SHAPELS_TEXT_GLOB_H
