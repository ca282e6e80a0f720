//===- Symbols.cpp --------------------------------------------------------===//

#include "server/features/Symbols.h"
#include "core/analysis/Section.h"

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

std::optional<NameOccurrence> symbolOf(const Outline &outline, StatementId id) {
  for (uint32_t i = 0; i < outline.nameCount(id); ++i)
    if (NameOccurrence name = outline.name({id, i});
        name.kind == NameKind::Symbol && name.isDefinition)
      return name;
  return std::nullopt;
}

/// A module shows even without a name, because of what it holds.
bool isAnonymousModule(const Outline &outline, StatementId id) {
  return outline.kind(id) == StatementKind::Operation &&
         kindOf(outline.opName(id)) == OutlineKind::Module;
}

/// The symbols among the statements from `id` to `end`; ops that define none
/// are looked through.
std::vector<OutlineSymbol> symbolsIn(const Section &section, StatementId id,
                                     StatementId end) {
  std::vector<OutlineSymbol> symbols;
  const Outline &outline = section.outline();
  while (id != end) {
    std::optional<NameOccurrence> name = symbolOf(outline, id);
    if (!name && !isAnonymousModule(outline, id)) {
      id = outline.next(id);
      continue;
    }
    const Statement statement = section.statement(id);
    OutlineSymbol symbol;
    symbol.detail = section.slice(statement.name);
    symbol.name =
        name ? std::string(outline.plainName(name->id)) : symbol.detail;
    symbol.kind = kindOf(symbol.detail);
    symbol.range = section.span().inDocument(statement.range);
    symbol.nameRange =
        section.span().inDocument(name ? name->range : statement.name);
    symbol.children = symbolsIn(section, outline.next(id), outline.behind(id));
    symbols.push_back(std::move(symbol));
    id = outline.behind(id);
  }
  return symbols;
}

} // namespace

std::vector<OutlineSymbol> shapels::documentSymbols(const Document &document) {
  std::vector<OutlineSymbol> result;
  for (const std::unique_ptr<Section> &section : document.sections()) {
    std::vector<OutlineSymbol> symbols =
        symbolsIn(*section, section->outline().first(), noStatement);
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
