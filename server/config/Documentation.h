//===- Documentation.h - Pages about diagnostic codes -----------*- C++ -*-===//

#ifndef SHAPELS_CONFIG_DOCUMENTATION_H
#define SHAPELS_CONFIG_DOCUMENTATION_H

#include "core/diagnostics/Codes.h"

#include <string>

namespace shapels {

/// The code's page on the web: for reports, which are read elsewhere.
std::string documentationUrl(DiagnosticCode code);

/// The page that is installed beside this program, as a URI; that on the web,
/// if none is.
std::string documentationPage(DiagnosticCode code);

} // namespace shapels

#endif // SHAPELS_CONFIG_DOCUMENTATION_H
