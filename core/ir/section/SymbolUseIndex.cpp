//===- SymbolUseIndex.cpp -------------------------------------------------===//

#include "core/ir/section/SymbolUseIndex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace shapels;

SymbolUseIndex::SymbolUseIndex(const Outline &outline) : outline(outline) {
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    add(id);
}

void SymbolUseIndex::update(llvm::ArrayRef<StatementId> removed,
                            llvm::ArrayRef<StatementId> dirty) {
  llvm::for_each(removed, [this](StatementId id) { forget(id); });
  for (StatementId id : dirty) {
    forget(id);
    add(id);
  }
}

std::vector<StatementId> SymbolUseIndex::of(llvm::StringRef symbol) const {
  llvm::SetVector<Spelling> meant;
  if (std::optional<Spelling> name = outline.spelling("@" + symbol.str()))
    meant.insert(*name);
  std::vector<StatementId> all;
  for (size_t next = 0; next < meant.size(); ++next) {
    auto found = byName.find(meant[next]);
    if (found == byName.end())
      continue;
    for (StatementId id : found->second) {
      all.push_back(id);
      if (outline.kind(id) == StatementKind::Alias)
        meant.insert(outline.spelling({id, 0}));
    }
  }
  return all;
}

void SymbolUseIndex::add(StatementId id) {
  for (uint32_t index = 0; index < outline.nameCount(id); ++index) {
    NameOccurrence name = outline.name({id, index});
    bool isMeant =
        name.kind == NameKind::Symbol || name.kind == NameKind::AttributeAlias;
    if (name.isDefinition || !isMeant)
      continue;
    Spelling spelling = outline.spelling(name.id);
    if (byName[spelling].insert(id).second)
      names[id].push_back(spelling);
  }
}

void SymbolUseIndex::forget(StatementId id) {
  auto found = names.find(id);
  if (found == names.end())
    return;
  for (Spelling name : found->second)
    byName[name].erase(id);
  names.erase(found);
}
