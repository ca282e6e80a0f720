//===- Configuration.h - What a user may set -------------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_CONFIGURATION_H
#define SHAPELS_ANALYSIS_CONFIGURATION_H

#include "shapels/analysis/Diagnostic.h"
#include "shapels/shape/Broadcast.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace shapels {

/// The settings that change what is found. A plain value: analysis is a
/// function of the text and of this alone.
struct Configuration {
  BroadcastRules broadcastRules = BroadcastRules::Spec;
  /// By code id; nothing means off. Overrides the table's default.
  std::map<std::string, std::optional<Severity>, std::less<>> severity;
  /// Also show findings that an `// expected-error {{...}}` comment wants.
  bool showExpected = false;
  /// Ops checked as if they had the Broadcastable trait, by full name.
  std::set<std::string, std::less<>> broadcastableOps = {"test.broadcastable"};
  /// Findings shown per document; one more counts the rest.
  unsigned maxDiagnostics = 1000;
  friend bool operator==(const Configuration &,
                         const Configuration &) = default;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_CONFIGURATION_H
