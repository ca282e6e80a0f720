//===- Symbols.cpp --------------------------------------------------------===//

#include "shapels/features/Symbols.h"
#include "shapels/analysis/Section.h"

using namespace shapels;

namespace {

OutlineKind kindOf(std::string_view op) {
  if (op.ends_with("module"))
    return OutlineKind::Module;
  if (op.find("func") != op.npos || op.ends_with("sequence"))
    return OutlineKind::Function;
  if (op.find("global") != op.npos)
    return OutlineKind::Global;
  return OutlineKind::Other;
}

const NameOccurrence *symbolOf(const Section &section, StatementId id) {
  for (const NameOccurrence *name : section.outline().namesOf(id))
    if (name->kind == NameKind::Symbol && name->isDefinition)
      return name;
  return nullptr;
}

/// A module shows even without a name, because of what it holds.
bool isAnonymousModule(const Section &section, StatementId id) {
  return kindOf(section.slice(section.statement(id).name)) ==
             OutlineKind::Module &&
         section.statement(id).kind == StatementKind::Operation;
}

/// The symbols among the statements from `id` to `end`; ops that define none
/// are looked through.
std::vector<OutlineSymbol> symbolsIn(const Section &section, StatementId id,
                                     StatementId end) {
  std::vector<OutlineSymbol> symbols;
  while (id < end) {
    const Statement &statement = section.statement(id);
    const NameOccurrence *name = symbolOf(section, id);
    if (!name && !isAnonymousModule(section, id)) {
      ++id;
      continue;
    }
    OutlineSymbol symbol;
    symbol.detail = section.slice(statement.name);
    symbol.name =
        name ? std::string(plainName(section.text(), *name)) : symbol.detail;
    symbol.kind = kindOf(symbol.detail);
    symbol.range = statement.range.shifted(section.start().value);
    symbol.nameRange =
        (name ? name->range : statement.name).shifted(section.start().value);
    symbol.children = symbolsIn(section, id + 1, statement.subtreeEnd);
    symbols.push_back(std::move(symbol));
    id = statement.subtreeEnd;
  }
  return symbols;
}

} // namespace

std::vector<OutlineSymbol> shapels::documentSymbols(const Document &document) {
  std::vector<OutlineSymbol> result;
  for (const std::unique_ptr<Section> &section : document.sections()) {
    auto count = static_cast<StatementId>(section->outline().statements.size());
    std::vector<OutlineSymbol> symbols = symbolsIn(*section, 0, count);
    if (document.sections().size() == 1)
      return symbols;
    OutlineSymbol part;
    part.name = "section " + std::to_string(result.size() + 1);
    part.kind = OutlineKind::Section;
    part.range = section->range();
    part.nameRange = {part.range.begin, part.range.begin};
    part.children = std::move(symbols);
    result.push_back(std::move(part));
  }
  return result;
}
