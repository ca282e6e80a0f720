//===- SectionFindings.cpp ------------------------------------------------===//

#include "shapels/analysis/SectionFindings.h"
#include "shapels/analysis/CheckedTypes.h"
#include "shapels/ir/Dialects.h"

#include <algorithm>
#include <set>
#include <utility>

using namespace shapels;

void SectionFindings::update() {
  bool isAnew = !isRead || section.work().isWhole || isHarmful ||
                uncheckable(section) || !checkChanged();
  if (isAnew)
    checkAll();
  bool ignoresOthers = readComments();
  list.remove(noStatement); // These do not move with the text.
  bool areEndsMoved = missingEnds.takeMoved();
  if (isAnew || ignoresOthers || areEndsMoved)
    collectAll();
  else
    collectChanged();
  collectOthers();
  isRead = true;
}

/// What comments mean rests on what is around them. Returns whether they ignore
/// something else now.
bool SectionFindings::readComments() {
  Pragmas before = std::exchange(pragmas, pragmasOf(section));
  if (!isRead || section.mentionsUs() || !expected.empty())
    expected = expectationsOf(section);
  return pragmas.ignored != before.ignored;
}

void SectionFindings::checkAll() {
  WatchScope scope(section.watch(), {Step::Check, section.text(), {}});
  byStatement.clear();
  missingEnds.clear();
  places = {};
  constants = {};
  unknownInOrder.clear();
  unknownOps.clear();
  counts.clear();
  const Outline &outline = section.outline();
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    checkText(id);
  CheckedTypes checked;
  isHarmful = uncheckable(section).has_value();
  if (!isHarmful)
    section.ir().walk([&](mlir::Operation *op) {
      isHarmful |= !check(section.ir().statementOf(op), op, checked);
    });
}

/// False where it does not follow what was said.
bool SectionFindings::checkChanged() {
  const IrWork &work = section.work();
  for (StatementId id : work.removed) {
    forgetChecks(id);
    forgetDialect(id);
  }
  std::set<StatementId> again(work.verified.begin(), work.verified.end());
  again.insert(work.parsed.begin(), work.parsed.end());
  for (const std::vector<StatementId> *touched : {&work.parsed, &work.removed})
    for (StatementId id : *touched)
      for (const Needs<StatementId> *needs : {&places, &constants})
        for (StatementId user : needs->usersOf(id))
          again.insert(user);
  for (StatementId open : missingEnds.update(section.changes()))
    again.insert(open);
  changed = again;
  changed.insert(work.removed.begin(), work.removed.end());
  changed.insert(work.said.begin(), work.said.end());
  CheckedTypes checked;
  for (StatementId id : again) {
    forgetChecks(id);
    mlir::Operation *op = section.ir().operationOf(id);
    if (!checkText(id) || (op && !check(id, op, checked)))
      return false;
  }
  return true;
}

void SectionFindings::addFlow(SectionShapes &shapes) {
  for (StatementId id : calls.update(shapes)) {
    list.remove(id);
    symbolUsers.erase(id);
    collectOf(id);
  }
}

void SectionFindings::forgetChecks(StatementId id) {
  byStatement.erase(id);
  places.forget(id);
  constants.forget(id);
}

bool SectionFindings::check(StatementId id, mlir::Operation *op,
                            CheckedTypes &checked) {
  bool isAnchored = true;
  ShapeFindings found = checkShapes(section, op, configuration, checked);
  for (mlir::Operation *constant : found.read)
    constants.add(section.ir().statementOf(constant), id);
  for (Finding &finding : found.findings)
    isAnchored &= note(id, std::move(finding));
  return isAnchored;
}

/// What its text alone tells.
bool SectionFindings::checkText(StatementId id) {
  noteDialect(id);
  missingEnds.read(id);
  bool isAnchored = true;
  if (std::optional<Finding> finding = missingBrace(section, id))
    isAnchored = note(id, std::move(*finding));
  if (const MissingEnd *end = missingEnds.of(id))
    isAnchored &= note(id, missingEndFinding(section, *end));
  return isAnchored;
}

/// False where it does not follow the statements.
bool SectionFindings::note(StatementId id, Finding finding) {
  auto anchored = AnchoredFinding::make(section.outline(), std::move(finding));
  if (!anchored)
    return false;
  for (const AnchoredRange &place : anchored->places())
    places.add(place.statement(), id);
  byStatement[id].push_back(std::move(*anchored));
  return true;
}

void SectionFindings::forgetDialect(StatementId id) {
  auto known = unknownOps.find(id);
  if (known == unknownOps.end())
    return;
  auto count = known->second.dialect;
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
  auto count = counts.find(dialect);
  if (count == counts.end())
    count = counts.emplace(dialect, 0).first;
  ++count->second;
  unknownOps[id] = {count, unknownInOrder.insert(id).first};
}

/// The first use of a dialect that is not built in.
std::optional<Finding> SectionFindings::unknownDialects() const {
  if (unknownInOrder.empty())
    return std::nullopt;
  return unknownDialectsFinding(section.statement(*unknownInOrder.begin()).name,
                                counts);
}

//===----------------------------------------------------------------------===//
// What is kept of it
//===----------------------------------------------------------------------===//

void SectionFindings::collectAll() {
  list.clear();
  symbolUsers.clear();
  hiding.clear();
  std::set<StatementId> subjects;
  for (StatementId id : section.ir().subjects())
    subjects.insert(id);
  for (const auto &[id, own] : byStatement)
    subjects.insert(id);
  for (StatementId id : subjects)
    collectOf(id);
}

/// Whether other statements may define symbols than before the last update, or
/// those that do may parse now.
bool SectionFindings::mayDefineSymbols() const {
  const IrWork &work = section.work();
  return !work.removed.empty() ||
         llvm::any_of(work.parsed, [&](StatementId id) {
           return hiding.contains(id) ||
                  llvm::any_of(section.outline().names(id),
                               [](const NameOccurrence &name) {
                                 return name.isDefinition &&
                                        name.kind == NameKind::Symbol;
                               });
         });
}

void SectionFindings::collectChanged() {
  for (StatementId id : changed)
    symbolUsers.erase(id);
  if (mayDefineSymbols())
    for (auto [id, hidden] : symbolUsers)
      if (countHidden(id) != hidden)
        changed.insert(id);
  for (StatementId id : changed)
    list.remove(id);
  for (StatementId id : changed)
    collectOf(id);
}

static bool namesSymbol(const Section &section,
                        const IrDiagnostic &diagnostic) {
  return diagnostic.statement != noStatement &&
         diagnostic.stage == IrDiagnostic::Stage::Verify &&
         llvm::any_of(section.outline().names(diagnostic.statement),
                      [](const NameOccurrence &name) {
                        return name.kind == NameKind::Symbol;
                      });
}

size_t SectionFindings::countHidden(StatementId subject) const {
  return llvm::count_if(
      section.ir().diagnosticsOf(subject), [this](const auto &said) {
        return brokenSymbolOf(section, said.resolve(section.outline()))
            .has_value();
      });
}

/// What is said of a statement. Nothing, if it is gone.
void SectionFindings::collectOf(StatementId subject) {
  if (auto own = byStatement.find(subject); own != byStatement.end())
    for (const AnchoredFinding &finding : own->second)
      keep(subject, finding);
  const AnchoredFinding *call = calls.find(subject);
  if (call && !byStatement.contains(subject))
    keep(subject, *call);
  for (const AnchoredDiagnostic &said : section.ir().diagnosticsOf(subject)) {
    IrDiagnostic diagnostic = said.resolve(section.outline());
    if (namesSymbol(section, diagnostic)) {
      std::optional<StatementId> broken = brokenSymbolOf(section, diagnostic);
      symbolUsers[subject] += broken.has_value();
      if (broken)
        hiding.insert(*broken);
    }
    if (isReplaced(diagnostic))
      continue;
    if (auto finding = mlirFinding(section, diagnostic))
      keep(subject, AnchoredFinding(std::move(*finding), said.places()));
  }
}

/// What is of no statement, or rests on many.
void SectionFindings::collectOthers() {
  auto add = [&](std::optional<Finding> finding) {
    if (finding)
      keep(noStatement, AnchoredFinding(std::move(*finding)));
  };
  for (const IrDiagnostic &diagnostic : section.ir().diagnostics())
    if (!isReplaced(diagnostic))
      add(mlirFinding(section, diagnostic));
  if (isHarmful)
    add(uncheckable(section));
  else if (configuration.severity.contains("refinable-result"))
    for (Finding &finding : findRefinableResults(section, configuration))
      add(std::move(finding));
  add(unknownDialects());
  for (const Finding &finding : pragmas.findings)
    add(finding);
}

bool SectionFindings::restsOnMissingEnd(const IrDiagnostic &diagnostic) const {
  if (missingEnds.empty())
    return false;
  const Outline &outline = section.outline();
  StatementId last =
      outline.lastUntil(diagnostic.statement == noStatement
                            ? diagnostic.range.begin
                            : outline.range(diagnostic.statement).end);
  for (StatementId id = last; id != noStatement; id = outline.parent(id))
    if (const MissingEnd *end = missingEnds.of(id);
        end && followsFrom(*end, section, diagnostic))
      return true;
  return false;
}

/// Whether our own rules say it better.
bool SectionFindings::isReplaced(const IrDiagnostic &diagnostic) const {
  if (restsOnMissingEnd(diagnostic))
    return true;
  auto own = byStatement.find(diagnostic.statement);
  return own != byStatement.end() &&
         std::any_of(own->second.begin(), own->second.end(),
                     [&](const AnchoredFinding &finding) {
                       return finding.resolved().diagnostic.replacedMessage ==
                              diagnostic.message;
                     });
}

void SectionFindings::keep(StatementId subject, AnchoredFinding anchored) {
  anchored.resolve(section.outline());
  Finding finding = anchored.resolved();
  if (isKept(finding, section, configuration, pragmas))
    list.add(subject, std::move(anchored).as(finding.diagnostic.severity));
}
