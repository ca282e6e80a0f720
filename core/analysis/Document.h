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
#include "core/base/Watch.h"
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
                    Watch &watch = Watch::none());
  explicit Document(std::string text, Configuration configuration = {},
                    Watch &watch = Watch::none())
      : Document(TextBuffer(std::move(text)), std::move(configuration), watch) {
  }
  ~Document();
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;

  const TextBuffer &buffer() const { return text; }
  const Configuration &configuration() const { return config; }
  void setConfiguration(Configuration configuration);

  /// Replaces text at once; analysis follows when update() is called.
  void edit(TextEdit edit);

  /// Brings sections and their outlines up to date with the text: all that
  /// names, symbols and statements need, and a small part of an update.
  void updateStatements();
  /// Brings everything below up to date with the text. Costs nothing if it is.
  /// Threads may read what updateStatements() gives meanwhile, if it was called
  /// before. False if `watch` says that it is superseded; then another one has
  /// to follow.
  UpdateResult update();
  bool isUpToDate() const { return !stale; }
  /// For when the typing rests, after update(): the sections that are short and
  /// were updated by their statements are read as wholes, so all is what a new
  /// document of the text has. False if that was superseded; another one may
  /// follow.
  UpdateResult confirm();
  bool isToConfirm() const;
  /// After update(), and part of confirm(): says what only the flow of sizes
  /// tells, where update() left that out because it takes a while. False if
  /// that was superseded.
  bool conclude();
  /// Instead of update() and conclude(), where nobody asks about the text
  /// again: each section is given up when `visit` has seen it, so that memory
  /// is needed for one at a time. Only diagnostics() is valid then.
  void readOnce(const std::function<void(const Section &)> &visit);
  /// Estimates what MLIR keeps of earlier texts, in bytes of these: each edited
  /// statement, as often as it was parsed. A new document has nothing of it.
  uint64_t garbage() const { return discarded; }
  /// Gives up all but the text and what is shown, until an update.
  void rest();

  /// Valid after update(): what is to be shown, in the order of the text,
  /// after severities, pragmas, expectations and the limit.
  std::span<const Diagnostic> diagnostics() const;
  /// Valid after update(): how `--verify-diagnostics` differs from the text.
  std::vector<ExpectationMismatch> verifyExpectations() const;
  /// The same of one section.
  std::vector<ExpectationMismatch>
  verifyExpectations(const Section &section) const;

  /// The sections, in order; at least one. Valid after
  /// updateStatements(), but for their IR.
  std::span<const std::unique_ptr<Section>> sections() const;
  /// The section that holds `offset`. Valid after updateStatements().
  const Section &sectionAt(DocumentOffset offset) const;
  /// What is inferred of a section's values, when it is first asked for. Valid
  /// after update(), until the next edit.
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
  bool updateSection(Section &section, UpdateResult &result);
  bool isHarmful();
  bool findSections();
  void leaveUnread(Harm::Kind harm);
  std::unique_ptr<Section> makeSection(DocumentRange range);

  TextBuffer text;
  Configuration config;
  Watch &watch;
  bool stale = true, isOutlined = false, isUnread = false;
  uint64_t discarded = 0;
  /// Valid where there are sections.
  FileFacts facts;
  /// Made with the first section. Outlives them: their IR is in it.
  std::unique_ptr<Context> context;
  std::unique_ptr<SectionList> parts;
  /// The sections that are new or changed since.
  std::unordered_set<Section *> edited;
  /// Those that confirm() is for.
  std::unordered_set<Section *> toConfirm;
  /// Findings and shapes of the sections. Outlived by them.
  std::unique_ptr<DocumentFindings> known;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_DOCUMENT_H
