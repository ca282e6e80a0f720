//===- DocumentFindings.h - What is known beside text and IR ---*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_DOCUMENTFINDINGS_H
#define SHAPELS_ANALYSIS_DOCUMENTFINDINGS_H

#include "core/analysis/Document.h"
#include "core/analysis/SectionFindings.h"
#include "core/analysis/SectionShapes.h"
#include "core/analysis/ShownFindings.h"
#include "core/analysis/UnusedIgnores.h"

namespace shapels {

/// The findings and inferred shapes of a document's sections, and which
/// findings are shown. Owned by the Document, on its thread.
class DocumentFindings {
public:
  /// Both outlive it; a new configuration takes effect after clear().
  DocumentFindings(const Configuration &configuration, CrashGuard &crashGuard)
      : config(configuration), crashGuard(crashGuard) {}

  /// Whether the file says that its errors are expected; before the first
  /// update().
  void expectFailure(bool isExpected) { isFailureExpected = isExpected; }
  /// Several update() follow. Together they infer no more for the first time
  /// than takes a millisecond; the rest is for conclude().
  void begin() { concluded = 0; }
  /// To be called after each update of a section.
  void update(const Section &section, const SectionUpdate &done);
  /// Instead of update() and conclude(), for a section that giveUp() follows.
  void readOnce(const Section &section, const SectionUpdate &done);
  /// Ignores in all sections what the head of the document's first one says.
  /// To be called when that, or which one is the first, may have changed.
  void follow(const Section &first);
  /// Brings shown() up to date.
  void finish();
  bool isToConclude() const { return !toConclude.empty(); }
  /// Infers what update() left out. Returns false if a newer edit stopped it;
  /// what is left is still to be concluded then.
  bool conclude();

  /// Forgets a section, which is still where it was in the text.
  void forget(const Section &section);
  void clear();
  /// Frees what is inferred of the section, and says first what follows from
  /// that. Made again when somebody asks.
  void rest(const Section &section);
  /// Forgets all of the section but what is shown of it.
  void giveUp(const Section &section);

  std::span<const Diagnostic> shown() const { return list.list(); }
  /// Shows that alone.
  void showOnly(Diagnostic diagnostic) { list.showOnly(std::move(diagnostic)); }
  /// What is inferred of the section's values; made when it is first asked for.
  SectionShapes &shapes(const Section &section);
  std::vector<ExpectationMismatch>
  verifyExpectations(const Section &section) const;
  /// See Document::errors().
  std::vector<SectionDiagnostic> errors(const Section &section) const;

private:
  void updateFindings(const Section &section, const SectionUpdate &done);
  void updateShapes(const Section &section, const SectionUpdate &done);
  void updateFlow(const Section &section, const SectionUpdate &done);
  void addFlow(const Section &section, const SectionUpdate &done);
  void show(const Section &section);
  bool isIgnored(const SectionDiagnostic &finding) const;
  void countUnknown(const SectionFindings &known, uint32_t by);

  const Configuration &config;
  CrashGuard &crashGuard;
  std::unordered_map<const Section *, std::unique_ptr<SectionFindings>>
      findings;
  /// Of the sections that somebody asked about.
  std::unordered_map<const Section *, std::unique_ptr<SectionShapes>> inferred;
  /// The sections that conclude() is for; and how many bytes of others were
  /// inferred since begin().
  std::unordered_set<const Section *> toConclude;
  uint32_t concluded = 0;
  /// How many findings there were.
  uint64_t serials = 0;
  ShownFindings list;
  bool isFailureExpected = false;
  /// What the head of the first section ignores.
  std::vector<IgnorePragma> ignored;
  /// Where findings tell of it.
  UnusedIgnores unused;
  /// The dialects that are not built in, with the number of sections that have
  /// their ops.
  DialectCounts unknown;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_DOCUMENTFINDINGS_H
