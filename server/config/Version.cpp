//===- Version.cpp - Which shapels this is --------------------------------===//

#include "server/config/Version.h"

std::string_view shapels::shapelsVersion() { return SHAPELS_VERSION; }
