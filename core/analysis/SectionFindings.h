//===- SectionFindings.h - What there is to say of a section ---*- C++ -*-===//
//
// Private to analysis/. Keeps what our own rules and MLIR said of each
// statement, so that an update costs those only that the IR's update looked at.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SECTIONFINDINGS_H
#define SHAPELS_ANALYSIS_SECTIONFINDINGS_H

#include "core/analysis/Comments.h"
#include "core/analysis/FindingList.h"
#include "core/analysis/FlowFindings.h"
#include "core/analysis/MissingEnds.h"
#include "core/analysis/UndeclaredValues.h"
#include "core/syntax/Needs.h"

#include <array>
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
        flow(section), list(section.outline(), serials) {}

  /// To be called after each update of the section, with what it did.
  void update(const SectionUpdate &done);
  /// Then: what the shapes tell beside that. `done` is empty where the flow was
  /// forgotten, or was never asked for.
  void addFlow(SectionShapes &shapes, const SectionUpdate &done);
  /// The shapes are made anew before that.
  void forgetFlow() { flow.forget(); }
  /// Whether something is said of the op, by itself, that makes it wrong.
  bool isWrong(mlir::Operation *op) const;
  /// Ops of which that is another answer since the last update, but for those
  /// that it made anew.
  std::vector<mlir::Operation *> judged() const;

  /// What severities and pragmas leave, in the order of the text.
  const FindingList &kept() const { return list; }
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
  bool restsOnMissingEnd(const SectionDiagnostic &diagnostic) const;
  bool restsOnUnknown(const SectionDiagnostic &diagnostic) const;
  void keep(StatementId subject, SectionDiagnostic finding);

  const Section &section;
  const Configuration &configuration;
  bool isRead = false, isHarmful = false;
  /// What our own rules found.
  DiagnosticStore own;
  MissingEnds missingEnds;
  /// The statements whose integers the checks of others read.
  Needs<StatementId> constants;
  /// Of which other things may be said now.
  std::set<StatementId> changed;
  /// Of which something is said that makes their ops wrong; and which are among
  /// these since the last update, or are no more.
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
  /// The ops of dialects that are not built in. A statement that is gone has no
  /// place any more: it is erased by its iterator.
  struct UnknownOp {
    DialectCounts::iterator dialect;
    InOrder::iterator place;
  };
  InOrder unknownInOrder;
  std::unordered_map<StatementId, UnknownOp> unknownOps;
  DialectCounts counts;
  /// The statements that name a dialect that is not built in, in any way.
  std::unordered_set<StatementId> namingUnknown;
  /// Whether there was one when it was last collected what is kept.
  bool hadUnknown = false;
  /// By the name of one that is not built in, those that it may be meant for.
  std::map<std::string, std::vector<std::string>, std::less<>> resembling;
  UndeclaredValues undeclared;
  /// What the verifier said something of that names a symbol, and how much of
  /// that is not shown.
  std::unordered_map<StatementId, size_t> symbolUsers;
  /// For the sake of which, now or once, as their symbols are broken.
  std::unordered_set<StatementId> hiding;
  Pragmas pragmas;
  std::vector<Expectation> expected;
  FlowFindings flow;
  FindingList list;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SECTIONFINDINGS_H
