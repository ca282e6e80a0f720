//===- SectionFindings.h - What there is to say of a section ---*- C++ -*-===//
//
// Private to analysis/. Keeps what our own rules said of each statement, so
// that an update asks them about those only that the IR's update looked at.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SECTIONFINDINGS_H
#define SHAPELS_ANALYSIS_SECTIONFINDINGS_H

#include "shapels/analysis/Comments.h"
#include "shapels/ir/AnchoredDiagnostic.h"

#include <map>
#include <set>
#include <unordered_map>

namespace shapels {

/// A Finding whose ranges follow their statements.
class AnchoredFinding {
public:
  static std::optional<AnchoredFinding> make(const Outline &outline,
                                             Finding finding);
  Finding resolve(const Outline &outline) const;
  bool pointsAt(StatementId id) const;

private:
  explicit AnchoredFinding(Finding finding) : finding(std::move(finding)) {}

  Finding finding;
  std::vector<AnchoredRange> ranges;
};

class SectionFindings {
public:
  /// Both outlive it.
  SectionFindings(const Section &section, const Configuration &configuration)
      : section(section), configuration(configuration),
        unknownInOrder(ByPlace{&section.outline()}) {}

  /// To be called after each update of the section.
  void update();

  /// What severities and pragmas leave, in the order of the text.
  const std::vector<Finding> &kept() const { return list; }
  const std::vector<Expectation> &expectations() const { return expected; }
  /// The dialects that are not built in, with the number of their ops.
  using DialectCounts = std::map<std::string_view, uint32_t>;
  const DialectCounts &unknown() const { return counts; }

private:
  void checkAll();
  bool checkChanged();
  bool check(StatementId id, mlir::Operation *op);
  void noteDialect(StatementId id);
  void readComments();
  std::vector<Finding> broadcasts() const;
  void forgetDialect(StatementId id);
  std::optional<Finding> unknownDialects() const;
  void collect();

  const Section &section;
  const Configuration &configuration;
  bool isRead = false, isHarmful = false;
  std::unordered_map<StatementId, std::vector<AnchoredFinding>> byStatement;
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
    std::string_view dialect;
    InOrder::iterator place;
  };
  InOrder unknownInOrder;
  std::unordered_map<StatementId, UnknownOp> unknownOps;
  DialectCounts counts;
  Pragmas pragmas;
  std::vector<Expectation> expected;
  std::vector<Finding> list;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SECTIONFINDINGS_H
