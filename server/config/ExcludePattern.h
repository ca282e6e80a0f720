//===- ExcludePattern.h - What a pattern leaves out -------------*- C++ -*-===//

#ifndef SHAPELS_CONFIG_EXCLUDEPATTERN_H
#define SHAPELS_CONFIG_EXCLUDEPATTERN_H

#include <string_view>

namespace shapels {

/// Whether the pattern leaves out the file, as in .gitignore: without a slash,
/// what is called so at any depth. `file` is relative to the pattern's folder.
bool isExcluded(std::string_view pattern, std::string_view file);

} // namespace shapels

#endif // SHAPELS_CONFIG_EXCLUDEPATTERN_H
