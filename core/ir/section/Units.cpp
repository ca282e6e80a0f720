//===- Units.cpp ----------------------------------------------------------===//

#include "core/ir/section/Units.h"
#include "core/syntax/Lexer.h"

#include "llvm/ADT/STLExtras.h"

using namespace shapels;

/// The only op at the top, if that is a module.
StatementId Units::findContainer() const {
  StatementId only = noStatement;
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.nextSibling(id)) {
    if (outline.kind(id) == StatementKind::Alias)
      continue;
    if (only != noStatement)
      return noStatement;
    only = id;
  }
  bool isModule =
      only != noStatement && (outline.opName(only) == "module" ||
                              outline.opName(only) == "builtin.module");
  return isModule && outline.statement(only).regionCount == 1 ? only
                                                              : noStatement;
}

bool Units::isAtTop(StatementId id) const {
  StatementId parent = outline.parent(id);
  return parent == noStatement || parent == around;
}

/// Whether the statement has another alias behind it, on the same line.
static bool definesAlias(TextSpan text, const Outline &outline,
                         StatementId id) {
  return llvm::any_of(outline.names(id), [&](const NameOccurrence &name) {
    bool isOther = (name.kind == NameKind::AttributeAlias ||
                    name.kind == NameKind::TypeAlias) &&
                   name.range.begin != outline.begin(id);
    if (!isOther)
      return false;
    llvm::StringRef behind =
        text.slice({name.range.end, outline.range(id).end});
    return behind.ltrim().starts_with("=");
  });
}

bool Units::isSurplusBrace(TextSpan text, StatementId id) const {
  return outline.kind(id) == StatementKind::Other &&
         text.slice(outline.range(id)) == "}";
}

/// Whether MLIR's parser stops at the first brace too many, as all braces
/// before it have another. Then no unit goes on behind it, whatever the outline
/// took to be missing there.
bool Units::areBalanced(TextSpan text) const {
  ByteOffset first{text.size()};
  for (StatementId id : surplus)
    first = std::min(first, outline.begin(id));
  Lexer lexer(text.slice({{0}, first}));
  int open = around == noStatement ? 0 : -1;
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next())
    open += token.is(TokenKind::LeftBrace) - token.is(TokenKind::RightBrace);
  return open == 0;
}

/// Whether others may rest on more than the symbol of the statement, which is
/// at the top.
bool Units::dependsOnSiblings(TextSpan text, StatementId id) const {
  switch (outline.kind(id)) {
  case StatementKind::Alias:
    return outline.parent(id) != noStatement || definesAlias(text, outline, id);
  case StatementKind::BlockLabel:
  case StatementKind::Resources:
    return true;
  case StatementKind::Other:
    return !isSurplusBrace(text, id);
  case StatementKind::Operation:
    break;
  }
  bool definesValue = outline.nameCount(id) != 0 &&
                      outline.name({id, 0}).kind == NameKind::Value &&
                      outline.name({id, 0}).range.begin == outline.begin(id);
  return definesValue || definesAlias(text, outline, id);
}

void Units::setRoot(StatementId id, StatementId root) {
  if (roots.size() <= id)
    roots.resize(std::max<size_t>(id + 1, roots.size() * 2), noStatement);
  roots[id] = root;
}

void Units::noteBraces(TextSpan text, StatementId id) {
  if (isSurplusBrace(text, id) || outline.lacksBrace(id))
    unbalanced.insert(id);
  else
    unbalanced.erase(id);
}

/// A module lacks its brace for certain if no other one may be it.
bool Units::areIndependent() const {
  bool isOpen = around != noStatement && outline.openRegion(around);
  return dependent.empty() && !maySwapBraces &&
         !(isOpen && !unbalanced.empty());
}

bool Units::isUnbalanced(StatementId root) const {
  bool hasOdd = llvm::any_of(
      unbalanced, [&](StatementId id) { return rootOf(id) == root; });
  if (!hasOdd)
    return false;
  StatementId open = outline.openAt(outline.range(root).end - 1);
  return open != noStatement && outline.nests(root, open);
}

void Units::note(TextSpan text, StatementId id) {
  setRoot(id, noStatement);
  noteBraces(text, id);
  if (isAtTop(id)) {
    if (id != around && dependsOnSiblings(text, id))
      dependent.insert(id);
    else
      dependent.erase(id);
    if (isSurplusBrace(text, id))
      surplus.insert(id);
    else
      surplus.erase(id);
    if (id != around && outline.kind(id) != StatementKind::Alias)
      roots[id] = id;
    return;
  }
  StatementId root = id;
  while (!isAtTop(root))
    root = outline.parent(root);
  roots[id] = root;
}

void Units::read(TextSpan text) {
  dependent.clear();
  surplus.clear();
  unbalanced.clear();
  roots.clear();
  around = findContainer();
  StatementId root = noStatement;
  ByteOffset end{0};
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id)) {
    if (outline.begin(id) < end) {
      noteBraces(text, id);
      setRoot(id, root);
      continue;
    }
    note(text, id);
    root = roots[id];
    end = root == noStatement ? outline.begin(id) : outline.range(id).end;
  }
  maySwapBraces = !surplus.empty() && !areBalanced(text);
}

bool Units::update(TextSpan text, llvm::ArrayRef<StatementId> removed,
                   llvm::ArrayRef<StatementId> changed) {
  auto wasAtTop = [this](StatementId id) {
    return rootOf(id) == noStatement || rootOf(id) == id;
  };
  bool changesTop = llvm::any_of(removed, wasAtTop) ||
                    llvm::any_of(changed, [this](StatementId id) {
                      return outline.parent(id) == noStatement;
                    });
  for (StatementId id : removed) {
    dependent.erase(id);
    surplus.erase(id);
    unbalanced.erase(id);
  }
  if (changesTop &&
      (llvm::is_contained(removed, around) ||
       llvm::is_contained(changed, around) || findContainer() != around))
    return false;
  llvm::for_each(changed, [&](StatementId id) { note(text, id); });
  maySwapBraces = !surplus.empty() && !areBalanced(text);
  return !mayCloseEarlier(text);
}

/// Whether a unit before that of the statement lacks a brace.
bool Units::isBehindUnbalanced(StatementId id) const {
  ByteOffset begin = outline.begin(rootOf(id));
  StatementId open = begin.value == 0 ? noStatement : outline.openAt(begin - 1);
  return (open != noStatement && open != around) ||
         llvm::any_of(unbalanced, [&](StatementId odd) {
           return rootOf(odd) != rootOf(id) && outline.begin(odd) < begin;
         });
}

/// Whether a brace too many in one unit may be that which one before it lacks:
/// only the parser of the whole can tell.
bool Units::mayCloseEarlier(TextSpan text) const {
  return llvm::any_of(unbalanced, [&](StatementId id) {
    return isSurplusBrace(text, id) && isBehindUnbalanced(id);
  });
}

std::vector<StatementId> Units::all() const {
  std::vector<StatementId> units;
  StatementId id =
      around == noStatement ? outline.first() : outline.firstChild(around);
  for (; id != noStatement; id = outline.nextSibling(id))
    if (outline.kind(id) != StatementKind::Alias)
      units.push_back(id);
  return units;
}
