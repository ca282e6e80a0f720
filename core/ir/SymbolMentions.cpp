//===- SymbolMentions.cpp -------------------------------------------------===//

#include "shapels/ir/SymbolMentions.h"

#include "llvm/ADT/STLExtras.h"

using namespace shapels;

SymbolMentions::SymbolMentions(const Outline &outline) : outline(outline) {
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    add(id);
}

void SymbolMentions::update(llvm::ArrayRef<StatementId> removed,
                            llvm::ArrayRef<StatementId> dirty) {
  llvm::for_each(removed, [this](StatementId id) { forget(id); });
  for (StatementId id : dirty) {
    forget(id);
    add(id);
  }
}

std::vector<StatementId> SymbolMentions::of(llvm::StringRef symbol) const {
  std::optional<Spelling> name = outline.spelling("@" + symbol.str());
  auto found = name ? byName.find(*name) : byName.end();
  if (found == byName.end())
    return {};
  return {found->second.begin(), found->second.end()};
}

void SymbolMentions::add(StatementId id) {
  for (uint32_t index = 0; index < outline.nameCount(id); ++index) {
    NameOccurrence name = outline.name({id, index});
    if (name.kind != NameKind::Symbol || name.isDefinition)
      continue;
    Spelling spelling = outline.spelling(name.id);
    byName[spelling].insert(id);
    names[id].push_back(spelling);
  }
}

void SymbolMentions::forget(StatementId id) {
  auto found = names.find(id);
  if (found == names.end())
    return;
  for (Spelling name : found->second)
    byName[name].erase(id);
  names.erase(found);
}
