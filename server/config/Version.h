//===- Version.h - Which shapels this is -----------------------*- C++ -*-===//

#ifndef SHAPELS_CONFIG_VERSION_H
#define SHAPELS_CONFIG_VERSION_H

#include <string_view>

namespace shapels {

/// As in "0.1.0".
std::string_view shapelsVersion();

} // namespace shapels

#endif // SHAPELS_CONFIG_VERSION_H
