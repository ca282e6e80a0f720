//===- Quarantine.cpp -----------------------------------------------------===//

#include "core/ir/parse/Quarantine.h"
#include "core/ir/parse/DeadlyTexts.h"

#include "core/syntax/Lexer.h"

#include <algorithm>

using namespace shapels;

ByteRange shapels::headerOf(const Outline &outline, StatementId id) {
  ByteRange range = outline.range(id);
  for (const RegionText &region : outline.regions(id))
    range.end = std::min(range.end, region.inside.begin);
  return range;
}

Quarantine::Quarantine(TextSpan text, const Outline &outline,
                       CrashGuard &crashGuard)
    : text(text), outline(outline), crashGuard(crashGuard) {
  if (mayBeDeadly(outline))
    for (StatementId id = outline.first(); id != noStatement;
         id = outline.next(id))
      readDeadly(id);
  if (crashGuard.knowsFailure())
    judgeAll();
}

void Quarantine::readDeadly(StatementId id) {
  if (deadlyTextOf(text, outline, id))
    deadly.insert(id);
  else
    deadly.erase(id);
}

bool Quarantine::nestsDeadly(StatementId around) const {
  if (!outline.hasChildren(around))
    return deadly.contains(around);
  return std::ranges::any_of(
      deadly, [&](StatementId id) { return outline.nests(around, id); });
}

void Quarantine::judgeAll() {
  isJudged = true;
  accuseWhole();
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    judge(id);
  limitTimeouts();
}

/// Each of them has cost the time that a text may take. Of an op at the top
/// that nests several there is no end to be hoped for.
void Quarantine::limitTimeouts() {
  constexpr unsigned most = 3;
  std::map<StatementId, unsigned> timeouts;
  for (auto [id, kind] : culprits) {
    StatementId root = id;
    while (outline.parent(root) != noStatement)
      root = outline.parent(root);
    timeouts[root] += kind == Failure::Kind::Timeout && root != id;
  }
  for (auto [root, count] : timeouts)
    if (count >= most)
      convict(root, Failure::Kind::Timeout);
}

bool Quarantine::update(TextSpan now, llvm::ArrayRef<StatementId> removed,
                        llvm::ArrayRef<StatementId> dirty,
                        llvm::ArrayRef<StatementId> touched) {
  text = now;
  for (StatementId id : removed)
    deadly.erase(id);
  for (auto list : {dirty, touched})
    for (StatementId id : list)
      readDeadly(id);
  if (isJudged != crashGuard.knowsFailure())
    return false;
  return !isJudged || updateJudged(removed, dirty, touched);
}

/// False where others are guilty than before.
bool Quarantine::updateJudged(llvm::ArrayRef<StatementId> removed,
                              llvm::ArrayRef<StatementId> dirty,
                              llvm::ArrayRef<StatementId> touched) {
  std::map before = culprits;
  for (StatementId id : removed) {
    before.erase(id);
    culprits.erase(id);
    divided.erase(id);
  }
  // The text of what is around changed as well.
  std::set<StatementId> changed;
  for (auto list : {dirty, touched})
    for (StatementId id : list)
      for (; id != noStatement && changed.insert(id).second;)
        id = outline.parent(id);
  for (StatementId id : changed) {
    culprits.erase(id);
    divided.erase(id);
  }
  isWholeForbidden = false;
  accuseWhole();
  for (StatementId id : changed)
    judge(id);
  limitTimeouts();
  std::map after = culprits;
  for (StatementId id : dirty) {
    before.erase(id);
    after.erase(id);
  }
  return before == after;
}

/// A copy of a long text is made only if it may have done any.
std::vector<Failure> Quarantine::failuresOf(ByteRange range) const {
  return crashGuard.knowsFailureOf(Step::Parse, range.size())
             ? crashGuard.failuresOf(Step::Parse, slice(range))
             : std::vector<Failure>();
}

bool Quarantine::allowsWhole(StatementId id) const {
  return !divided.contains(id) && !nestsDeadly(id) &&
         std::ranges::none_of(
             culprits, [&](auto &one) { return outline.nests(id, one.first); });
}

/// The whole section died in the parser: finds the statement that did it.
void Quarantine::accuseWhole() {
  for (Failure failure : failuresOf({{0}, {text.size()}})) {
    isWholeForbidden = true;
    StatementId inner =
        failure.reached ? culpritAt(failure.reached) : noStatement;
    if (inner == noStatement)
      continue; // Each is tried alone.
    accuse(inner, failure.reached, failure.kind);
  }
}

/// Tells of a statement by its own text, so that it is known wherever and
/// beside whatever it stands.
void Quarantine::accuse(StatementId id, uint32_t reached, Failure::Kind kind) {
  ByteRange range = outline.range(id);
  uint32_t begin = range.begin.value;
  crashGuard.blocklist(Step::Parse, slice(range),
                       {kind, std::max(reached, begin) - begin});
}

/// What a statement does to the parser, it may do through one inside it.
void Quarantine::judge(StatementId id) {
  ByteRange range = outline.range(id);
  bool nests = outline.hasChildren(id);
  for (Failure failure : failuresOf(range)) {
    uint32_t reached = range.begin.value + failure.reached;
    StatementId inner = failure.reached ? culpritAt(reached) : id;
    bool isInside = inner != id && outline.nests(id, inner);
    if (isInside) {
      accuse(inner, reached, failure.kind);
      convict(inner, failure.kind);
    } else if (nests && failure.reached == 0) {
      divided.insert(id); // What it nests is tried alone.
    } else {
      convict(id, failure.kind);
    }
  }
  if (nests)
    for (Failure failure : failuresOf(headerOf(outline, id)))
      convict(id, failure.kind);
}

void Quarantine::convict(StatementId id, Failure::Kind kind) {
  culprits.emplace(id, kind);
}

/// The innermost statement around the last token that the parser consumed: it
/// had read one token more.
StatementId Quarantine::culpritAt(uint32_t reached) const {
  StatementId top = noStatement;
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.nextSibling(id))
    if (top == noStatement || outline.begin(id).value < reached)
      top = id;
  if (top == noStatement)
    return noStatement;
  ByteOffset consumed = outline.begin(top);
  Lexer lexer(text.text(), consumed);
  for (Token token = lexer.next();
       token.range.end.value < reached && !token.is(TokenKind::End);
       token = lexer.next())
    consumed = token.range.begin;
  StatementId inner = outline.statementAt(consumed);
  return inner == noStatement ? top : inner;
}

SectionDiagnostic Quarantine::findingOf(StatementId id) const {
  if (std::optional<DeadlyText> fault = deadlyTextOf(text, outline, id))
    return {DiagnosticCode::MlirParse, fault->range, fault->message, id, id};
  Statement statement = outline.statement(id);
  SectionDiagnostic result(
      DiagnosticCode::MlirParse,
      statement.name.empty() ? statement.range : statement.name, "", id, id);
  result.failure = culprits.at(id);
  return result;
}

std::vector<SectionDiagnostic> Quarantine::findings() const {
  std::vector<SectionDiagnostic> result;
  for (auto [id, kind] : culprits)
    if (!deadly.contains(id))
      result.push_back(findingOf(id));
  for (StatementId id : deadly)
    result.push_back(findingOf(id));
  return result;
}
