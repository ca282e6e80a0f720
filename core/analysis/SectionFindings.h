//===- SectionFindings.h - The findings of one section ---------*- C++ -*-===//
//
// Private to analysis/. Keeps the findings of our own rules and of MLIR by
// statement, so that an update costs only the statements that the update of the
// IR parsed or verified. Owned by DocumentFindings, on the document's thread.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SECTIONFINDINGS_H
#define SHAPELS_ANALYSIS_SECTIONFINDINGS_H

#include "core/analysis/Comments.h"
#include "core/analysis/FindingList.h"
#include "core/analysis/FlowFindings.h"
#include "core/analysis/Suggestions.h"
#include "core/analysis/UnclosedRegions.h"
#include "core/analysis/UndeclaredValues.h"
#include "core/syntax/ReverseIndex.h"

#include <array>
#include <memory>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace shapels {

class SectionFindings {
public:
  /// All outlive it; `serials` counts the findings of the document.
  SectionFindings(const Section &section, const Configuration &configuration,
                  uint64_t &serials)
      : section(section), configuration(configuration), missingEnds(section),
        unknownInOrder(ByPlace{&section.outline()}), undeclared(section),
        flow(section), list(section.outline(), serials),
        ignored(section.outline(), serials) {}

  /// To be called after each update of the section, with what it did.
  void update(const SectionUpdate &done);
  /// To be called then: adds the conflicts along the flow of sizes. `done` may
  /// be empty in the first call and after forgetFlow().
  void addFlow(SectionShapes &shapes, const SectionUpdate &done);
  /// See FlowFindings::takesLong().
  bool takesLong(SectionShapes &shapes, const SectionUpdate &done,
                 uint32_t most) const {
    return flow.takesLong(shapes, done.work, most);
  }
  /// The next addFlow() looks at everything.
  void forgetFlow() { flow.forget(); }
  /// Whether the op has a finding, by itself, that makes it wrong.
  bool isWrong(mlir::Operation *op) const;
  /// The ops for which isWrong() has changed with the last update, but for
  /// those that are new.
  std::vector<mlir::Operation *> judged() const;

  /// The findings that severities and pragmas leave, in the order of the text.
  const FindingList &kept() const { return list; }
  /// Those that pragmas leave out.
  const FindingList &silenced() const { return ignored; }
  const Pragmas &said() const { return pragmas; }
  const std::vector<Expectation> &expectations() const { return expected; }
  /// The dialects that are not built in, with the number of their ops.
  const DialectCounts &unknown() const { return counts; }

private:
  /// What our rules found, by themselves and by the flow of sizes.
  std::array<const DiagnosticStore *, 2> stores() const {
    return {&own, &flow.findings()};
  }
  void checkAll();
  bool checkChanged(const SectionUpdate &done);
  bool check(StatementId id, mlir::Operation *op, CheckedTypes &checked);
  bool checkText(StatementId id);
  void noteWrong(StatementId id);
  bool note(StatementId id, SectionDiagnostic finding);
  bool noteDialect(StatementId id);
  const std::vector<std::string> &resemblingOf(std::string_view dialect);
  bool readComments(bool mentionsUs);
  void forgetChecks(StatementId id);
  void forgetDialect(StatementId id);
  std::optional<SectionDiagnostic> unknownDialects() const;
  void collectAll();
  void collectChanged(const SectionUpdate &done);
  size_t countHidden(StatementId subject) const;
  bool mayDefineSymbols(const IrWork &work) const;
  void collectOf(StatementId subject);
  void collectOthers();
  bool isReplaced(const SectionDiagnostic &diagnostic) const;
  bool restsOnUnclosedRegion(const SectionDiagnostic &diagnostic) const;
  bool restsOnUnknown(const SectionDiagnostic &diagnostic) const;
  void keep(StatementId subject, SectionDiagnostic finding);
  void dropKept(StatementId subject);

  const Section &section;
  const Configuration &configuration;
  bool isRead = false, isBlocklisted = false;
  /// What our own rules found.
  DiagnosticStore own;
  UnclosedRegions missingEnds;
  /// The constants whose integers were read, and the statements that were
  /// checked with them.
  ReverseIndex<StatementId> constants;
  /// The statements whose findings may have changed with the last update.
  std::set<StatementId> changed;
  /// `wrong`: the statements with a finding that makes their ops wrong;
  /// `otherwise`: those that the last update added or removed there.
  std::unordered_set<StatementId> wrong;
  std::vector<StatementId> otherwise;
  /// Statements in the order of the text, which edits keep.
  struct ByPlace {
    const Outline *outline;
    bool operator()(StatementId a, StatementId b) const {
      return outline->begin(a) < outline->begin(b);
    }
  };
  using InOrder = std::set<StatementId, ByPlace>;
  /// An op of a dialect that is not built in. A statement that is gone has no
  /// place any more, so it is erased by its iterator.
  struct UnknownOp {
    DialectCounts::iterator dialect;
    InOrder::iterator place;
  };
  InOrder unknownInOrder;
  std::unordered_map<StatementId, UnknownOp> unknownOps;
  DialectCounts counts;
  /// The statements that name a dialect that is not built in, in any way.
  std::unordered_set<StatementId> namingUnknown;
  /// The statements of ops whose shapes users teach, and of what teaches them.
  std::unordered_set<StatementId> taught;
  /// Whether there was such a statement when findings were last collected.
  bool hadUnknown = false;
  /// By the name of an unknown dialect: the known ones that may be meant.
  std::map<std::string, std::vector<std::string>, std::less<>> resembling;
  UndeclaredValues undeclared;
  /// While all is collected.
  std::unique_ptr<const NameNeighbours> neighbours;
  /// The statements that name a symbol and have diagnostics of the verifier,
  /// and how many of these are hidden because the symbol is broken.
  std::unordered_map<StatementId, size_t> symbolUsers;
  /// The statements with broken symbols that hide diagnostics, or once did.
  std::unordered_set<StatementId> hiding;
  Pragmas pragmas;
  std::vector<Expectation> expected;
  FlowFindings flow;
  FindingList list, ignored;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SECTIONFINDINGS_H
