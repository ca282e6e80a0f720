//===- PluginProgram.h - The shapels that loads plugins ---------*- C++ -*-===//
//
// Dialect plugins resolve their symbols in MLIR's shared library. A shapels
// that has MLIR built in leaves them to `shapels-plugins`, the same program
// with that library, which lies beside it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_CONFIG_PLUGINPROGRAM_H
#define SHAPELS_CONFIG_PLUGINPROGRAM_H

#include <string>
#include <vector>

namespace shapels {

/// Its path; empty if this program loads plugins itself, or if it is not there.
std::string pluginProgram();
/// Lets it take the place of this program, with these arguments. Returns if it
/// cannot be run.
void runPluginProgram(const std::vector<std::string> &arguments);

} // namespace shapels

#endif // SHAPELS_CONFIG_PLUGINPROGRAM_H
