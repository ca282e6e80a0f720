//===- SectionFindings.h - What there is to say of a section ---*- C++ -*-===//
//
// Private to analysis/. Keeps what our own rules and MLIR said of each
// statement, so that an update costs those only that the IR's update looked at.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SECTIONFINDINGS_H
#define SHAPELS_ANALYSIS_SECTIONFINDINGS_H

#include "shapels/analysis/CallFindings.h"
#include "shapels/analysis/Comments.h"
#include "shapels/analysis/FindingList.h"
#include "shapels/analysis/MissingEnds.h"
#include "shapels/ir/Needs.h"

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
        unknownInOrder(ByPlace{&section.outline()}), calls(section),
        list(section.outline(), serials) {}

  /// To be called after each update of the section.
  void update();
  /// Whether addFlow() has something to look at.
  bool hasFlow() { return !isHarmful && calls.areThere(); }
  /// Then: what the shapes tell beside that.
  void addFlow(SectionShapes &shapes);
  /// The shapes are made anew before that.
  void forgetFlow() { calls.forget(); }

  /// What severities and pragmas leave, in the order of the text.
  const FindingList &kept() const { return list; }
  const std::vector<Expectation> &expectations() const { return expected; }
  /// The dialects that are not built in, with the number of their ops.
  const DialectCounts &unknown() const { return counts; }

private:
  void checkAll();
  bool checkChanged();
  bool check(StatementId id, mlir::Operation *op, CheckedTypes &checked);
  bool checkText(StatementId id);
  bool note(StatementId id, Finding finding);
  void noteDialect(StatementId id);
  bool readComments();
  void forgetChecks(StatementId id);
  void forgetDialect(StatementId id);
  std::optional<Finding> unknownDialects() const;
  void collectAll();
  void collectChanged();
  size_t countHidden(StatementId subject) const;
  bool mayDefineSymbols() const;
  void collectOf(StatementId subject);
  void collectOthers();
  bool isReplaced(const IrDiagnostic &diagnostic) const;
  bool restsOnMissingEnd(const IrDiagnostic &diagnostic) const;
  void keep(StatementId subject, AnchoredFinding finding);

  const Section &section;
  const Configuration &configuration;
  bool isRead = false, isHarmful = false;
  std::unordered_map<StatementId, std::vector<AnchoredFinding>> byStatement;
  MissingEnds missingEnds;
  /// The statements that what is said of others has places in.
  Needs<StatementId> places;
  /// The statements whose integers the checks of others read.
  Needs<StatementId> constants;
  /// Of which other things may be said now.
  std::set<StatementId> changed;
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
  /// What the verifier said something of that names a symbol, and how much of
  /// that is not shown.
  std::unordered_map<StatementId, size_t> symbolUsers;
  /// For the sake of which, now or once, as their symbols are broken.
  std::unordered_set<StatementId> hiding;
  Pragmas pragmas;
  std::vector<Expectation> expected;
  CallFindings calls;
  FindingList list;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SECTIONFINDINGS_H
