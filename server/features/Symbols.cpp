//===- Symbols.cpp --------------------------------------------------------===//

#include "server/features/Symbols.h"
#include "core/analysis/Section.h"

#include <algorithm>
#include <cctype>
#include <optional>

using namespace shapels;

OutlineKind shapels::outlineKindOf(std::string_view op) {
  if (op.ends_with("module"))
    return OutlineKind::Module;
  if (op.find("func") != op.npos || op.ends_with("sequence"))
    return OutlineKind::Function;
  if (op.find("global") != op.npos)
    return OutlineKind::Global;
  return OutlineKind::Other;
}

namespace {

/// Whether nothing but words stands between: `parser @p`, `func action @a`.
bool areWords(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) || std::isspace(c) || c == '_' || c == '"';
  });
}

/// Whether an op that nobody knows begins with the name, as far as its text
/// tells, and has no results.
bool beginsWith(const Outline &outline, TextSpan text, StatementId id,
                const NameOccurrence &first) {
  const Statement own = outline.statement(id);
  return first.kind == NameKind::Symbol && own.name.end <= first.range.begin &&
         outline.opTable().isUnknown(outline.opName(id)) &&
         areWords(text.slice({own.name.end, first.range.begin}));
}

/// Where nothing is executed: names that ops begin with there are their own.
bool isBesideFunctions(const Outline &outline, StatementId id) {
  StatementId around = outline.parent(id);
  return around == noStatement ||
         outlineKindOf(outline.opName(around)) == OutlineKind::Module;
}

/// Whether that is its own: it has a body, or stands where ops define things,
/// and no other op is known to define it.
bool namesItself(const Outline &outline, TextSpan text, StatementId id,
                 const NameOccurrence &first) {
  if (!beginsWith(outline, text, id, first))
    return false;
  return outline.statement(id).regionCount != 0 ||
         (isBesideFunctions(outline, id) && !outline.definitionOf(first.id));
}

} // namespace

std::optional<NameOccurrence> shapels::symbolDefinedIn(const Outline &outline,
                                                       TextSpan text,
                                                       StatementId statement) {
  for (uint32_t i = 0; i < outline.nameCount(statement); ++i)
    if (NameOccurrence name = outline.name({statement, i});
        name.kind == NameKind::Symbol &&
        (name.isDefinition ||
         (i == 0 && namesItself(outline, text, statement, name))))
      return name;
  return std::nullopt;
}

namespace {

/// A module shows even without a name, because of what it holds.
bool isAnonymousModule(const Outline &outline, StatementId id) {
  return outline.kind(id) == StatementKind::Operation &&
         outlineKindOf(outline.opName(id)) == OutlineKind::Module;
}

/// The symbols among the statements from `id` to `end`; ops that define none
/// are looked through.
std::vector<OutlineSymbol> symbolsIn(const Outline &outline, TextSpan text,
                                     StatementId id, StatementId end) {
  std::vector<OutlineSymbol> symbols;
  while (id != end) {
    std::optional<NameOccurrence> name = symbolDefinedIn(outline, text, id);
    if (!name && !isAnonymousModule(outline, id)) {
      id = outline.next(id);
      continue;
    }
    const Statement statement = outline.statement(id);
    OutlineSymbol symbol;
    symbol.detail = text.slice(statement.name);
    symbol.name =
        name ? std::string(outline.plainName(name->id)) : symbol.detail;
    symbol.kind = outlineKindOf(symbol.detail);
    symbol.range = text.inDocument(statement.range);
    symbol.nameRange = text.inDocument(name ? name->range : statement.name);
    symbol.children =
        symbolsIn(outline, text, outline.next(id), outline.behind(id));
    symbols.push_back(std::move(symbol));
    id = outline.behind(id);
  }
  return symbols;
}

/// What the border in front of a section calls it; empty if nothing.
std::string_view titleOf(const TextBuffer &text, const Section &section) {
  constexpr std::string_view fill = "/- \t";
  if (section.start().value == 0)
    return {};
  std::string_view line =
      text.slice(text.lineRange(text.lineOf(section.start())));
  size_t slashes = line.rfind("//---"), dump = line.find("// IR Dump");
  if (dump != line.npos)
    slashes = dump;
  if (slashes == line.npos)
    return {};
  line.remove_prefix(
      std::min(line.find_first_not_of(fill, slashes), line.size()));
  return line.substr(0, line.find_last_not_of(fill) + 1);
}

/// The first name in the text, with its sigil.
std::string firstSymbol(const std::vector<OutlineSymbol> &symbols) {
  for (const OutlineSymbol &symbol : symbols) {
    if (symbol.name != symbol.detail)
      return "@" + symbol.name;
    if (std::string inner = firstSymbol(symbol.children); !inner.empty())
      return inner;
  }
  return {};
}

/// The first op that is not nested, and not an alias.
std::string firstOp(const Outline &outline) {
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.nextSibling(id))
    if (outline.kind(id) == StatementKind::Operation)
      return std::string(outline.opName(id));
  return {};
}

/// Nothing for a section in which nothing is.
std::optional<OutlineSymbol>
symbolOfSection(const TextBuffer &text, const Section &section, size_t number) {
  OutlineSymbol part;
  part.children = symbolsOf(section.outline(), section.span());
  part.name = titleOf(text, section);
  if (part.name.empty())
    part.name = firstSymbol(part.children);
  if (part.name.empty())
    part.name = firstOp(section.outline());
  if (part.name.empty())
    return std::nullopt;
  part.detail = "section " + std::to_string(number);
  part.kind = OutlineKind::Section;
  part.range = section.range();
  part.nameRange = {part.range.begin, part.range.begin};
  return part;
}

} // namespace

std::vector<OutlineSymbol> shapels::symbolsOf(const Outline &outline,
                                              TextSpan text) {
  return symbolsIn(outline, text, outline.first(), noStatement);
}

std::vector<OutlineSymbol> shapels::documentSymbols(const Document &document) {
  auto sections = document.sections();
  if (sections.size() == 1)
    return symbolsOf(sections[0]->outline(), sections[0]->span());
  std::vector<OutlineSymbol> result;
  for (size_t i = 0; i < sections.size(); ++i)
    if (auto part = symbolOfSection(document.buffer(), *sections[i], i + 1))
      result.push_back(std::move(*part));
  return result;
}
