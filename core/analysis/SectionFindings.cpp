//===- SectionFindings.cpp ------------------------------------------------===//

#include "core/analysis/SectionFindings.h"
#include "core/analysis/CheckedTypes.h"
#include "core/analysis/Suggestions.h"
#include "core/ir/parse/TypeReferences.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>
#include <utility>

using namespace shapels;

void SectionFindings::update(const SectionUpdate &done) {
  otherwise.clear();
  own.takeChanged(); // `changed` has more than these.
  bool isAnew = !isRead || done.work.isWhole || isBlocklisted ||
                done.taught == SectionUpdate::Taught::Others ||
                uncheckable(section) || !checkChanged(done);
  if (isAnew)
    checkAll();
  bool ignoresOthers = readComments(done.mentionsUs);
  dropKept(noStatement); // These do not move with the text.
  bool areEndsMoved = missingEnds.takeMoved();
  // What is said for want of knowledge rests on all of the section.
  bool hasUnknown = !namingUnknown.empty();
  bool isOtherwiseUnknown = std::exchange(hadUnknown, hasUnknown) != hasUnknown;
  if (isAnew || ignoresOthers || areEndsMoved || isOtherwiseUnknown)
    collectAll();
  else
    collectChanged(done);
  collectOthers();
  isRead = true;
}

/// What comments mean rests on what is around them. Returns whether they ignore
/// something else now.
bool SectionFindings::readComments(bool mentionsUs) {
  Pragmas before = std::exchange(pragmas, pragmasOf(section));
  if (!isRead || mentionsUs || !expected.empty())
    expected = expectationsOf(section);
  return pragmas.ignored != before.ignored ||
         pragmas.ignoredInFile != before.ignoredInFile;
}

void SectionFindings::checkAll() {
  GuardedScope scope(section.crashGuard(), {Step::Check, section.text(), {}});
  own.clear();
  std::unordered_set<StatementId> before = std::exchange(wrong, {});
  missingEnds.clear();
  constants = {};
  unknownInOrder.clear();
  unknownOps.clear();
  counts.clear();
  namingUnknown.clear();
  taught.clear();
  const Outline &outline = section.outline();
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    checkText(id);
  CheckedTypes checked;
  isBlocklisted = uncheckable(section).has_value();
  if (!isBlocklisted)
    section.ir().walk([&](mlir::Operation *op) {
      isBlocklisted |= !check(section.ir().statementOf(op), op, checked);
    });
  for (const auto &[id, findings] : own.all())
    noteWrong(id);
  std::ranges::set_symmetric_difference(std::set(before.begin(), before.end()),
                                        std::set(wrong.begin(), wrong.end()),
                                        std::back_inserter(otherwise));
}

/// False where it does not follow what was said.
bool SectionFindings::checkChanged(const SectionUpdate &done) {
  const IrWork &work = done.work;
  for (StatementId id : work.removed) {
    forgetChecks(id);
    forgetDialect(id);
    // One that is nested elsewhere now is parsed anew under its handle.
    wrong.erase(id);
    taught.erase(id);
  }
  std::set<StatementId> again(work.verified.begin(), work.verified.end());
  again.insert(work.parsed.begin(), work.parsed.end());
  auto checkAgain = [&](mlir::Operation *op) {
    if (StatementId id = SectionIR::statementOf(op);
        id != noStatement && !op->isRegistered())
      again.insert(id);
  };
  // What is written for an operand counts, where it has another type now; what
  // a region yields is judged with the op around it, and what follows the end
  // of a block with that end.
  for (mlir::Operation *op : work.changed) {
    checkAgain(op);
    if (mlir::Operation *before = op->getBlock() ? op->getPrevNode() : nullptr)
      checkAgain(before);
    mlir::Operation *around = op->getParentOp();
    if (around && op == &op->getBlock()->back())
      checkAgain(around);
  }
  for (const std::vector<StatementId> *touched : {&work.parsed, &work.removed})
    for (StatementId id : *touched)
      for (const auto &users : {own.pointingAt(id), constants.usersOf(id)})
        again.insert(users.begin(), users.end());
  if (done.taught != SectionUpdate::Taught::Same)
    again.insert(taught.begin(), taught.end());
  for (StatementId open : missingEnds.update(done.changes))
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
    noteWrong(id);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// What the flow tells
//===----------------------------------------------------------------------===//

/// By what is said of it now.
void SectionFindings::noteWrong(StatementId id) {
  const std::vector<SectionDiagnostic> *found = own.of(id);
  bool isNow =
      found && llvm::any_of(*found, [](const SectionDiagnostic &finding) {
        return finding.severity == Severity::Error && !finding.isFromParser();
      });
  if (isNow == wrong.contains(id))
    return;
  otherwise.push_back(id);
  if (isNow)
    wrong.insert(id);
  else
    wrong.erase(id);
}

/// Whether it uses what does not parse: nobody knows what is wrong with it.
static bool restsOnBroken(mlir::Operation *op) {
  return llvm::any_of(op->getOperands(), [](mlir::Value operand) {
    mlir::Operation *definition = operand.getDefiningOp();
    return definition && isPlaceholder(definition);
  });
}

bool SectionFindings::isWrong(mlir::Operation *op) const {
  // What only stands for others is nobody's statement.
  StatementId id = SectionIR::statementOf(op);
  if (id == noStatement)
    return false;
  return (!wrong.empty() && wrong.contains(id)) ||
         (!section.ir().isSound(op) && !restsOnBroken(op));
}

std::vector<mlir::Operation *> SectionFindings::judged() const {
  std::vector<mlir::Operation *> ops;
  for (StatementId id : otherwise)
    if (mlir::Operation *op = section.ir().operationOf(id))
      ops.push_back(op);
  return ops;
}

/// Whether MLIR does not survive an op of the section: its interfaces may not
/// be asked either.
static bool hasFailure(const Section &section) {
  return section.crashGuard().knowsFailure() &&
         llvm::any_of(section.ir().subjects(), [&](StatementId id) {
           return llvm::any_of(
               section.ir().diagnosticsOf(id),
               [](const auto &diagnostic) { return diagnostic.failure; });
         });
}

void SectionFindings::addFlow(SectionShapes &shapes,
                              const SectionUpdate &done) {
  if (isBlocklisted || hasFailure(section))
    return;
  for (StatementId id : flow.update(shapes, done.work)) {
    dropKept(id);
    symbolUsers.erase(id);
    undeclared.forget(id);
    collectOf(id);
  }
}

void SectionFindings::forgetChecks(StatementId id) {
  own.forget(id);
  constants.forget(id);
}

/// Whether what users teach of shapes counts for the op, or the op is a part of
/// that.
static bool isTaught(const Section &section, mlir::Operation *op) {
  return section.libraries().functions().find(op->getName().getStringRef()) ||
         section.libraries().has(op);
}

bool SectionFindings::check(StatementId id, mlir::Operation *op,
                            CheckedTypes &checked) {
  bool isAnchored = true;
  if (isTaught(section, op))
    taught.insert(id);
  ShapeFindings found = checkShapes(section, op, configuration, checked);
  for (mlir::Operation *constant : found.read)
    constants.add(section.ir().statementOf(constant), id);
  for (SectionDiagnostic &finding : found.findings)
    isAnchored &= note(id, std::move(finding));
  return isAnchored;
}

/// What its text alone tells.
bool SectionFindings::checkText(StatementId id) {
  bool isAnchored = noteDialect(id);
  missingEnds.read(id);
  if (std::optional<SectionDiagnostic> finding = missingBrace(section, id))
    isAnchored &= note(id, std::move(*finding));
  if (const UnclosedRegion *end = missingEnds.of(id))
    isAnchored &= note(id, missingEndFinding(section, *end));
  return isAnchored;
}

/// False where it does not follow the statements.
bool SectionFindings::note(StatementId id, SectionDiagnostic finding) {
  return own.add(section.outline(), id, std::move(finding));
}

//===----------------------------------------------------------------------===//
// What is kept of it
//===----------------------------------------------------------------------===//

/// Of more it pays to read all names first.
static constexpr size_t fewSubjects = 64;

void SectionFindings::collectAll() {
  list.clear();
  ignored.clear();
  symbolUsers.clear();
  hiding.clear();
  undeclared.clear();
  std::set<StatementId> subjects;
  for (StatementId id : section.ir().subjects())
    subjects.insert(id);
  for (const DiagnosticStore *store : stores())
    for (const auto &[id, findings] : store->all())
      subjects.insert(id);
  if (subjects.size() > fewSubjects)
    neighbours = std::make_unique<NameNeighbours>(section.outline());
  for (StatementId id : subjects)
    collectOf(id);
  neighbours.reset();
}

/// Whether other statements may define symbols than before the last update, or
/// those that do may parse now.
bool SectionFindings::mayDefineSymbols(const IrWork &work) const {
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

void SectionFindings::collectChanged(const SectionUpdate &done) {
  for (StatementId id : changed)
    symbolUsers.erase(id);
  if (mayDefineSymbols(done.work))
    for (auto [id, hidden] : symbolUsers)
      if (countHidden(id) != hidden)
        changed.insert(id);
  for (StatementId id : changed)
    undeclared.forget(id);
  for (StatementId id : undeclared.otherwise(done.changes)) {
    undeclared.forget(id);
    changed.insert(id);
  }
  for (StatementId id : changed)
    dropKept(id);
  for (StatementId id : changed)
    collectOf(id);
}

static bool namesSymbol(const Section &section,
                        const SectionDiagnostic &diagnostic) {
  return diagnostic.statement != noStatement && diagnostic.isFromVerifier() &&
         llvm::any_of(section.outline().names(diagnostic.statement),
                      [](const NameOccurrence &name) {
                        return name.kind == NameKind::Symbol;
                      });
}

size_t SectionFindings::countHidden(StatementId subject) const {
  return llvm::count_if(section.ir().diagnosticsOf(subject),
                        [this](const auto &said) {
                          return brokenSymbolOf(section, said).has_value();
                        });
}

/// What is said of a statement. Nothing, if it is gone.
void SectionFindings::collectOf(StatementId subject) {
  for (const DiagnosticStore *store : stores())
    if (const std::vector<SectionDiagnostic> *found = store->of(subject))
      for (const SectionDiagnostic &finding : *found)
        keep(subject, finding);
  for (SectionDiagnostic &diagnostic : section.ir().diagnosticsOf(subject)) {
    diagnostic.resolve(section.outline());
    if (namesSymbol(section, diagnostic)) {
      std::optional<StatementId> broken = brokenSymbolOf(section, diagnostic);
      symbolUsers[subject] += broken.has_value();
      if (broken)
        hiding.insert(*broken);
    }
    if (isReplaced(diagnostic))
      continue;
    auto finding = mlirFinding(section, diagnostic, neighbours.get());
    if (!finding)
      continue;
    if (isAboutUndeclared(diagnostic.message))
      undeclared.note(subject, diagnostic.range.begin, finding->meant);
    keep(subject, std::move(*finding));
  }
}

/// What is of no statement, or rests on many.
void SectionFindings::collectOthers() {
  auto add = [&](std::optional<SectionDiagnostic> finding) {
    if (finding)
      keep(noStatement, std::move(*finding));
  };
  for (const SectionDiagnostic &diagnostic : section.ir().diagnostics())
    if (!isReplaced(diagnostic))
      add(mlirFinding(section, diagnostic));
  if (isBlocklisted)
    add(uncheckable(section));
  else if (configuration.severity.contains("refinable-result"))
    for (SectionDiagnostic &finding :
         findRefinableResults(section, configuration))
      add(std::move(finding));
  add(unknownDialects());
  for (const SectionDiagnostic &finding : pragmas.findings)
    add(finding);
}

bool SectionFindings::restsOnUnclosedRegion(
    const SectionDiagnostic &diagnostic) const {
  if (missingEnds.empty())
    return false;
  const Outline &outline = section.outline();
  StatementId last =
      outline.lastUntil(diagnostic.statement == noStatement
                            ? diagnostic.range.begin
                            : outline.range(diagnostic.statement).end);
  for (StatementId id = last; id != noStatement; id = outline.parent(id))
    if (const UnclosedRegion *end = missingEnds.of(id);
        end && followsFrom(*end, section, diagnostic))
      return true;
  return false;
}

/// Whether our own rules say it better.
bool SectionFindings::isReplaced(const SectionDiagnostic &diagnostic) const {
  if (restsOnUnclosedRegion(diagnostic) || restsOnUnknown(diagnostic))
    return true;
  const std::vector<SectionDiagnostic> *found = own.of(diagnostic.statement);
  return found && llvm::any_of(*found, [&](const SectionDiagnostic &finding) {
           return finding.replacedMessage == diagnostic.message;
         });
}

void SectionFindings::keep(StatementId subject, SectionDiagnostic finding) {
  finding.resolve(section.outline());
  if (setSeverity(finding, configuration))
    (pragmas.ignores(finding, section) ? ignored : list)
        .add(subject, std::move(finding));
}

void SectionFindings::dropKept(StatementId subject) {
  list.remove(subject);
  ignored.remove(subject);
}
