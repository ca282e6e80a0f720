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
  /// Severities by the id of the code, which override the table's; nothing
  /// means off.
  std::map<std::string, std::optional<Severity>, std::less<>> severity;
  /// Also show findings that the file expects: by `// expected-error {{...}}`,
  /// or by a RUN line whose tool is to fail.
  bool showExpected = false;
  /// Of the latter all: where somebody types, an error is news.
  bool showFailures = false;
  /// The families of ops that the user declares by name; they outweigh traits.
  OpFamilies ops = defaultOps();
  /// The dialects that are registered; null means those that are built in.
  std::shared_ptr<const Dialects> dialects;
  /// The ops that the project defines in its `.td` files; null if none were
  /// read.
  std::shared_ptr<const Catalogue> projectOps;
  /// How many findings a document shows; one more tells the number of the rest.
  unsigned maxDiagnostics = 1000;
  /// In bytes: of a longer text a document has the statements and no more.
  uint32_t longestText = ~uint32_t(0);
  friend bool operator==(const Configuration &,
                         const Configuration &) = default;
};

/// The catalogues that define ops. Where several define one, the first counts.
Catalogues definitions(const Configuration &configuration);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_CONFIGURATION_H
