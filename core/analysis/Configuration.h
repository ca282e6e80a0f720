//===- Configuration.h - What a user may set -------------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_CONFIGURATION_H
#define SHAPELS_ANALYSIS_CONFIGURATION_H

#include "core/diagnostics/Diagnostic.h"
#include "core/ods/Catalogue.h"
#include "core/shape/Broadcast.h"
#include "core/shape/OpFamilies.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace shapels {

class Dialects;

/// The op of the Broadcastable specification's examples.
inline OpFamilies defaultOps() {
  OpFamilies ops;
  ops.declare("test.broadcastable", OpFamily::Broadcastable);
  return ops;
}

/// What a `?` may be at run time: 1, which broadcasts, or never that.
enum class DynamicDims : uint8_t { Numpy, Strict };

/// Which inferred shapes an editor shows behind types.
enum class InlayHintMode : uint8_t { Off, Default, All };

/// The settings that change what is found. A plain value: analysis is a
/// function of the text and of this alone.
struct Configuration {
  BroadcastRules broadcastRules = BroadcastRules::Spec;
  DynamicDims dynamicDims = DynamicDims::Numpy;
  /// By code id; nothing means off. Overrides the table's default.
  std::map<std::string, std::optional<Severity>, std::less<>> severity;
  /// Also show findings that an `// expected-error {{...}}` comment wants.
  bool showExpected = false;
  /// What is declared of ops by name; it outweighs their traits.
  OpFamilies ops = defaultOps();
  /// Which dialects there are; null means those that are built in.
  std::shared_ptr<const Dialects> dialects;
  /// What the project itself defines; null if nobody has read that.
  std::shared_ptr<const Catalogue> projectOps;
  /// Findings shown per document; one more counts the rest.
  unsigned maxDiagnostics = 1000;
  friend bool operator==(const Configuration &,
                         const Configuration &) = default;
};

/// All that defines ops: what is registered has the first word.
Catalogues definitions(const Configuration &configuration);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_CONFIGURATION_H
