//===- Quarantine.cpp -----------------------------------------------------===//

#include "shapels/ir/Quarantine.h"

#include "shapels/syntax/Lexer.h"

#include <algorithm>

using namespace shapels;

ByteRange shapels::headerOf(const Outline &outline, StatementId id) {
  ByteRange range = outline.range(id);
  for (const RegionText &region : outline.regions(id))
    range.end = std::min(range.end, region.inside.begin);
  return range;
}

Quarantine::Quarantine(TextSpan text, const Outline &outline, Watch &watch)
    : text(text), outline(outline), watch(watch) {
  if (!watch.knowsHarm())
    return;
  accuseWhole();
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    judge(id);
}

/// The whole section died in the parser: finds the statement that did it.
void Quarantine::accuseWhole() {
  for (Harm harm : watch.harmsOf(Step::Parse, text.text())) {
    isWholeForbidden = true;
    StatementId inner = harm.reached ? guiltyAt(harm.reached) : noStatement;
    if (inner == noStatement)
      continue; // Each is tried alone.
    accuse(inner, harm.reached, harm.kind);
  }
}

/// Tells of a statement by its own text, so that it is known wherever and
/// beside whatever it stands.
void Quarantine::accuse(StatementId id, uint32_t reached, Harm::Kind kind) {
  ByteRange range = outline.range(id);
  uint32_t begin = range.begin.value;
  watch.condemn(Step::Parse, slice(range),
                {kind, std::max(reached, begin) - begin});
}

/// What a statement does to the parser, it may do through one inside it.
void Quarantine::judge(StatementId id) {
  ByteRange range = outline.range(id);
  bool nests = outline.hasChildren(id);
  for (Harm harm : watch.harmsOf(Step::Parse, slice(range))) {
    uint32_t reached = range.begin.value + harm.reached;
    StatementId inner = harm.reached ? guiltyAt(reached) : id;
    bool isInside = inner != id && outline.nests(id, inner);
    if (isInside) {
      accuse(inner, reached, harm.kind);
      convict(inner, harm.kind);
    } else if (nests && harm.reached == 0) {
      divided.insert(id); // What it nests is tried alone.
    } else {
      convict(id, harm.kind);
    }
  }
  if (nests)
    for (Harm harm : watch.harmsOf(Step::Parse, slice(headerOf(outline, id))))
      convict(id, harm.kind);
}

void Quarantine::convict(StatementId id, Harm::Kind kind) {
  guilty.emplace(id, kind);
  for (StatementId around = outline.parent(id); around != noStatement;
       around = outline.parent(around))
    divided.insert(around);
}

/// The innermost statement around the last token that the parser consumed: it
/// had read one token more.
StatementId Quarantine::guiltyAt(uint32_t reached) const {
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

std::vector<IrDiagnostic> Quarantine::findings() const {
  std::vector<IrDiagnostic> result;
  for (auto [id, kind] : guilty) {
    Statement statement = outline.statement(id);
    result.push_back({IrDiagnostic::Stage::Parse,
                      IrDiagnostic::Level::Error,
                      statement.name.empty() ? statement.range : statement.name,
                      id,
                      "",
                      {},
                      kind});
  }
  return result;
}
