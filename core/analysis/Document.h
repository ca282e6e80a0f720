//===- Document.h - One text, from edit to diagnostics ---------*- C++ -*-===//
//
// The incremental pipeline: text -> statements -> live IR -> findings. Every
// feature and `--check` read a document through this page only. A document is
// owned and touched by one thread (its strand) at a time.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_DOCUMENT_H
#define SHAPELS_ANALYSIS_DOCUMENT_H

#include "shapels/analysis/Configuration.h"
#include "shapels/analysis/Diagnostic.h"
#include "shapels/base/Watch.h"
#include "shapels/text/TextBuffer.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace shapels {

class Section;

/// An `// expected-error {{...}}` comment that no finding met, or a finding
/// that no comment wanted: what `--verify-diagnostics` reports.
struct ExpectationMismatch {
  ByteRange range;
  std::string message;
};

class Document {
public:
  /// `watch` outlives the document.
  explicit Document(std::string text, Configuration configuration = {},
                    Watch &watch = Watch::none());
  ~Document();
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;

  const TextBuffer &buffer() const { return text; }
  const Configuration &configuration() const { return config; }
  void setConfiguration(Configuration configuration);

  /// Replaces text at once; analysis follows when update() is called.
  void edit(const TextEdit &edit);

  /// Brings everything below up to date with the text. Costs nothing if it is.
  void update();
  bool isUpToDate() const { return !stale; }

  /// Valid after update(): what is to be shown, in the order of the text,
  /// after severities, pragmas, expectations and the limit.
  std::span<const Diagnostic> diagnostics() const { return shown; }
  /// Valid after update(): how `--verify-diagnostics` differs from the text.
  std::vector<ExpectationMismatch> verifyExpectations() const;

  /// The `// -----` sections, in order; at least one. Valid after update().
  std::span<const std::unique_ptr<Section>> sections() const { return parts; }
  /// The section that holds `offset`. Valid after update().
  const Section &sectionAt(ByteOffset offset) const;

private:
  void updateSections();
  void updateFindings(const Section &section);
  void leaveUnread(Harm::Kind harm);

  TextBuffer text;
  Configuration config;
  Watch &watch;
  bool stale = true;
  /// Outlives the sections, whose IR is in it.
  std::unique_ptr<mlir::MLIRContext> context;
  std::vector<std::unique_ptr<Section>> parts;
  std::vector<Diagnostic> shown;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_DOCUMENT_H
