//===- Document.h - One text, from edit to diagnostics ---------*- C++ -*-===//
//
// The incremental pipeline: text -> statements -> live IR -> findings. Every
// feature and `--check` read a document through this page only. A document is
// owned and touched by one thread (its strand) at a time.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_DOCUMENT_H
#define SHAPELS_ANALYSIS_DOCUMENT_H

#include "core/analysis/Configuration.h"
#include "core/analysis/SectionUpdate.h"
#include "core/base/CrashGuard.h"
#include "core/diagnostics/Diagnostic.h"
#include "core/syntax/Sections.h"
#include "core/text/TextBuffer.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

namespace shapels {

struct Context;
class Section;
class DocumentFindings;
class SectionList;
class SectionShapes;

/// An `// expected-error {{...}}` comment that no finding met, or a finding
/// that no comment wanted: what `--verify-diagnostics` reports.
struct ExpectationMismatch {
  DocumentRange range;
  std::string message;
};

class Document {
public:
  /// `watch` outlives the document.
  explicit Document(TextBuffer text, Configuration configuration = {},
                    CrashGuard &crashGuard = CrashGuard::none());
  explicit Document(std::string text, Configuration configuration = {},
                    CrashGuard &crashGuard = CrashGuard::none())
      : Document(TextBuffer(std::move(text)), std::move(configuration),
                 crashGuard) {}
  ~Document();
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;

  const TextBuffer &buffer() const { return text; }
  const Configuration &configuration() const { return config; }
  void setConfiguration(Configuration configuration);
  /// From now on these are the ops that the project defines; null: none. False
  /// where the text has one of them, or of those before: nothing changes then,
  /// as the text is to be read anew, by setConfiguration().
  bool takeProjectOps(std::shared_ptr<const Catalogue> ops);

  /// Changes the text at once; everything else follows with update().
  void edit(TextEdit edit);

  /// Brings sections and their outlines up to date with the text: enough for
  /// names, symbols and statements, and a small part of the time of an update.
  void updateStatements();
  /// Brings everything below up to date with the text, and returns what that
  /// did. Does nothing if all is up to date. If updateStatements() was called
  /// before, other threads may read statements meanwhile. If `watch` tells that
  /// a newer edit waits, the result is not done: another update has to follow
  /// before anything below is asked.
  UpdateResult update();
  bool isUpToDate() const { return !stale; }
  /// To be called after update() when typing pauses: reports the conflicts
  /// along the flow of sizes in sections so long that update() left them out.
  /// Returns false if a newer edit stopped it; all is valid even so.
  bool conclude();
  bool isToConclude() const;
  /// Instead of update() and conclude(), for a document that is analysed once:
  /// frees each section after `visit` has seen it, so that memory is needed for
  /// one at a time. Ends before a section that `mayRead`, if there is one, says
  /// false of. Afterwards only diagnostics() is valid.
  void readOnce(const std::function<void(const Section &)> &visit,
                const std::function<bool(const Section &)> &mayRead = {});
  /// An estimate of what MLIR keeps of earlier texts: the bytes of all
  /// statements that were parsed again. 0 for a new document.
  uint64_t garbage() const { return discarded; }
  /// Frees everything but the text and diagnostics(); the next update makes it
  /// again.
  void rest();

  /// Valid after update(): the findings to be shown, in the order of the text,
  /// after severities, pragmas, expectations and the limit.
  std::span<const Diagnostic> diagnostics() const;
  /// Valid after update(): what `--verify-diagnostics` reports.
  std::vector<ExpectationMismatch> verifyExpectations() const;
  /// The same of one section.
  std::vector<ExpectationMismatch>
  verifyExpectations(const Section &section) const;
  /// The errors of a section, with those that the text expects. Valid after
  /// update().
  std::vector<SectionDiagnostic> errors(const Section &section) const;

  /// The sections, in order; at least one. Valid after
  /// updateStatements(), but for their IR.
  std::span<const std::unique_ptr<Section>> sections() const;
  /// The section that holds `offset`. Valid after updateStatements().
  const Section &sectionAt(DocumentOffset offset) const;
  /// The inferred shapes of a section, which are computed when they are first
  /// asked for. Valid after update(), until the next edit.
  SectionShapes &shapes(const Section &section) const;

private:
  const Dialects &dialects() const;
  bool mayTouchBorder(DocumentRange range) const;
  bool isMlirFrom(DocumentOffset begin) const;
  void editSection(size_t index, const TextEdit &edit);
  void splitAgain(size_t first, size_t last, uint32_t growth);
  void forget(Section &section);
  void forgetAll();
  void split(size_t begin, size_t end, DocumentRange all);
  bool isTooLong() const;
  void keepStatements();
  bool updateSection(Section &section, UpdateResult &result);
  void restSections(const std::unordered_set<const Section *> &kept);
  bool isBlocklisted();
  bool findSections();
  void leaveUnread(Failure::Kind failure);
  std::unique_ptr<Section> makeSection(DocumentRange range);

  TextBuffer text;
  Configuration config;
  CrashGuard &crashGuard;
  bool stale = true, isOutlined = false, isUnread = false;
  uint64_t discarded = 0;
  /// Valid where there are sections.
  FileFacts facts;
  /// Made with the first section. Outlives them: their IR is in it.
  std::unique_ptr<Context> context;
  std::unique_ptr<SectionList> parts;
  /// The sections that are new or changed since.
  std::unordered_set<Section *> edited;
  /// The sections that have their IR, in the order in which it was made; some
  /// may be there twice.
  std::vector<const Section *> awake;
  /// Findings and shapes of the sections. Outlived by them.
  std::unique_ptr<DocumentFindings> known;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_DOCUMENT_H
