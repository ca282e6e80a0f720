//===- SectionFindings.cpp ------------------------------------------------===//

#include "shapels/analysis/SectionFindings.h"
#include "shapels/ir/Dialects.h"

#include <algorithm>
#include <set>

using namespace shapels;

//===----------------------------------------------------------------------===//
// AnchoredFinding
//===----------------------------------------------------------------------===//

std::optional<AnchoredFinding> AnchoredFinding::make(const Outline &outline,
                                                     Finding finding) {
  std::vector<AnchoredRange> ranges;
  bool isAnchored = true;
  auto anchor = [&](ByteRange range) {
    auto made = AnchoredRange::make(outline, range);
    isAnchored &= made.has_value();
    if (made)
      ranges.push_back(*made);
  };
  const Diagnostic &diagnostic = finding.diagnostic;
  anchor(diagnostic.range);
  anchor({finding.anchor, finding.anchor});
  for (const RelatedInformation &related : diagnostic.related)
    anchor(related.range);
  for (ByteRange range : diagnostic.alsoUnderlined)
    anchor(range);
  if (!isAnchored)
    return std::nullopt;
  AnchoredFinding result(std::move(finding));
  result.ranges = std::move(ranges);
  return result;
}

Finding AnchoredFinding::resolve(const Outline &outline) const {
  Finding result = finding;
  auto next = ranges.begin();
  auto take = [&] { return next++->resolve(outline); };
  result.diagnostic.range = take();
  result.anchor = take().begin;
  for (RelatedInformation &related : result.diagnostic.related)
    related.range = take();
  for (ByteRange &range : result.diagnostic.alsoUnderlined)
    range = take();
  return result;
}

bool AnchoredFinding::pointsAt(StatementId id) const {
  return std::any_of(ranges.begin(), ranges.end(), [&](const auto &range) {
    return range.statement() == id;
  });
}

//===----------------------------------------------------------------------===//
// SectionFindings
//===----------------------------------------------------------------------===//

void SectionFindings::update() {
  bool mayHaveComments = section.mentionsUs() || !pragmas.ignored.empty() ||
                         !pragmas.findings.empty() || !expected.empty();
  if (!isRead || section.work().isWhole || isHarmful || !checkChanged())
    checkAll();
  if (!isRead || mayHaveComments)
    readComments();
  isRead = true;
  collect();
}

void SectionFindings::readComments() {
  pragmas = pragmasOf(section);
  expected = expectationsOf(section);
}

void SectionFindings::checkAll() {
  WatchScope scope(section.watch(), {Step::Check, section.text(), {}});
  byStatement.clear();
  unknownInOrder.clear();
  unknownOps.clear();
  counts.clear();
  const Outline &outline = section.outline();
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    noteDialect(id);
  isHarmful = uncheckable(section).has_value();
  if (!isHarmful)
    section.ir().walk([&](mlir::Operation *op) {
      isHarmful |= !check(section.ir().statementOf(op), op);
    });
}

/// False where it does not follow what was said.
bool SectionFindings::checkChanged() {
  const IrWork &work = section.work();
  std::set<StatementId> again(work.verified.begin(), work.verified.end());
  again.insert(work.parsed.begin(), work.parsed.end());
  auto pointsAtParsed = [&](const AnchoredFinding &finding) {
    return std::any_of(
        work.parsed.begin(), work.parsed.end(),
        [&](StatementId parsed) { return finding.pointsAt(parsed); });
  };
  for (const auto &[id, findings] : byStatement)
    if (std::any_of(findings.begin(), findings.end(), pointsAtParsed))
      again.insert(id);
  for (StatementId id : work.removed) {
    byStatement.erase(id);
    forgetDialect(id);
  }
  for (StatementId id : again) {
    byStatement.erase(id);
    noteDialect(id);
    mlir::Operation *op = section.ir().operationOf(id);
    if (op && !check(id, op))
      return false;
  }
  return true;
}

bool SectionFindings::check(StatementId id, mlir::Operation *op) {
  bool isAnchored = true;
  std::vector<Finding> findings = checkBroadcast(section, op, configuration);
  if (std::optional<Finding> finding = checkLinalgBroadcast(section, op))
    findings.push_back(std::move(*finding));
  for (Finding &finding : findings) {
    auto anchored =
        AnchoredFinding::make(section.outline(), std::move(finding));
    isAnchored &= anchored.has_value();
    if (anchored)
      byStatement[id].push_back(std::move(*anchored));
  }
  return isAnchored;
}

void SectionFindings::forgetDialect(StatementId id) {
  auto known = unknownOps.find(id);
  if (known == unknownOps.end())
    return;
  auto count = counts.find(known->second.dialect);
  if (--count->second == 0)
    counts.erase(count);
  unknownInOrder.erase(known->second.place);
  unknownOps.erase(known);
}

void SectionFindings::noteDialect(StatementId id) {
  forgetDialect(id);
  std::string_view name = section.outline().opName(id);
  std::string_view dialect = dialectOf(name);
  bool isUnknown = section.outline().kind(id) == StatementKind::Operation &&
                   !dialect.empty() &&
                   !section.dialects().isRegistered(dialect) &&
                   !configuration.ops.find(name);
  if (!isUnknown)
    return;
  unknownOps[id] = {dialect, unknownInOrder.insert(id).first};
  ++counts[dialect];
}

/// The first use of a dialect that is not built in.
std::optional<Finding> SectionFindings::unknownDialects() const {
  if (unknownInOrder.empty())
    return std::nullopt;
  return unknownDialectsFinding(section.statement(*unknownInOrder.begin()).name,
                                counts);
}

std::vector<Finding> SectionFindings::broadcasts() const {
  std::vector<Finding> findings;
  for (const auto &[id, own] : byStatement)
    for (const AnchoredFinding &finding : own)
      findings.push_back(finding.resolve(section.outline()));
  return findings;
}

void SectionFindings::collect() {
  list = allFindings(section, configuration, broadcasts());
  if (std::optional<Finding> hint = unknownDialects())
    list.push_back(std::move(*hint));
  list.insert(list.end(), pragmas.findings.begin(), pragmas.findings.end());
  keepConfigured(list, section, configuration, pragmas);
}
