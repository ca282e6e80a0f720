//===- Rename.cpp ---------------------------------------------------------===//

#include "server/features/Rename.h"
#include "core/analysis/Section.h"
#include "server/features/NewNames.h"
#include "server/features/SizeNames.h"

#include <algorithm>

using namespace shapels;

namespace {

/// What the cursor is at; positions count from the section's start.
struct RenameTarget {
  const Section &section;
  /// What defines it; nothing for a size.
  std::optional<NameOccurrence> definition;
  /// The name of a size, and its function.
  std::optional<CommentName> size;
  /// At the cursor.
  ByteRange range;
  std::string name, refusal;

  RenameTarget(const Document &document, DocumentOffset at)
      : section(document.sectionAt(at)) {
    ByteOffset offset = section.span().inSection(at);
    if (!findInComment(offset))
      findInStatement(offset);
  }

private:
  bool findInComment(ByteOffset offset);
  void findInStatement(ByteOffset offset);
};

} // namespace

/// Where `%0#1` is written, `%0`.
static ByteRange withoutNumber(const Section &section,
                               const NameOccurrence &name) {
  ByteRange range = name.range;
  size_t number = section.slice(range).find('#');
  if (name.kind == NameKind::Value && number != std::string_view::npos)
    range.end = range.begin + static_cast<uint32_t>(number);
  return range;
}

bool RenameTarget::findInComment(ByteOffset offset) {
  for (const CommentName &each : commentNames(section)) {
    if (!each.range.touches(offset))
      continue;
    range = each.range;
    name = section.slice(range);
    if (!each.isValue)
      size = each;
    else if (!(definition = argumentOf(section.outline(), each.function, name)))
      refusal = "'" + name + "' is no argument of the function";
    return true;
  }
  return false;
}

void RenameTarget::findInStatement(ByteOffset offset) {
  std::optional<NameOccurrence> at = section.outline().nameAt(offset);
  if (!at) {
    refusal = "there is no name here: values, blocks, symbols, aliases, and "
              "sizes in `// shapels:` have names that can be changed";
    return;
  }
  range = withoutNumber(section, *at);
  name = section.slice(range);
  if (!range.touches(offset))
    range = at->range;
  definition = section.definitionOf(*at);
  if (!definition)
    refusal = "'" + name + "' is not defined here";
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// A symbol keeps its quotes, and gets some where it needs them.
static std::string spelledAs(std::string_view before, NameKind kind,
                             const NewName &name) {
  if (kind != NameKind::Symbol)
    return name.sigil + name.plain;
  if (!before.starts_with('@'))
    return name.plain;
  bool isQuoted = before.starts_with("@\"") || name.needsQuotes;
  return isQuoted ? "@\"" + name.plain + "\"" : "@" + name.plain;
}

static void sortByPlace(std::vector<SectionEdit> &edits) {
  std::ranges::sort(edits, {},
                    [](const SectionEdit &edit) { return edit.range.begin; });
}

static std::vector<SectionEdit> editsOf(const RenameTarget &target,
                                        const NewName &name) {
  const Section &section = target.section;
  std::vector<SectionEdit> edits;
  for (const NameOccurrence &each : section.occurrencesOf(*target.definition)) {
    ByteRange range = withoutNumber(section, each);
    edits.push_back({range, spelledAs(section.slice(range), each.kind, name)});
  }
  if (target.definition->kind != NameKind::Value)
    return edits;
  StatementId function = target.definition->id.statement;
  std::string_view old = section.outline().plainName(target.definition->id);
  for (const CommentName &each : commentNames(section))
    if (each.isValue && each.function == function &&
        section.slice(each.range) == old &&
        argumentOf(section.outline(), function, old))
      edits.push_back({each.range, name.sigil + name.plain});
  sortByPlace(edits);
  return edits;
}

static std::vector<SectionEdit> sizeEdits(const RenameTarget &target,
                                          const NewName &name) {
  std::vector<SectionEdit> edits;
  for (const CommentName &each : commentNames(target.section))
    if (!each.isValue && each.function == target.size->function &&
        target.section.slice(each.range) == target.name)
      edits.push_back({each.range, name.plain});
  return edits;
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

RenamePlace shapels::renamePlace(const Document &document,
                                 DocumentOffset offset) {
  RenameTarget target(document, offset);
  return {target.section.span().inDocument(target.range),
          std::move(target.name), std::move(target.refusal)};
}

/// Where the new name is in the way, if it is.
static std::optional<Obstacle> obstacleTo(const RenameTarget &target,
                                          const NewName &name) {
  if (target.definition)
    return obstacle(target.section.outline(), *target.definition,
                    name.sigil + name.plain);
  for (const CommentName &each : commentNames(target.section))
    if (!each.isValue && each.function == target.size->function &&
        target.section.slice(each.range) == name.plain)
      return Obstacle{each.range.begin, false};
  return std::nullopt;
}

Renaming shapels::rename(const Document &document, DocumentOffset offset,
                         std::string_view newName) {
  RenameTarget target(document, offset);
  if (!target.refusal.empty())
    return {{}, target.refusal};
  std::optional<NameKind> kind;
  if (target.definition)
    kind = target.definition->kind;
  NewName name = readNewName(newName, kind);
  if (!name.refusal.empty())
    return {{}, name.refusal};
  std::vector<SectionEdit> edits =
      target.definition ? editsOf(target, name) : sizeEdits(target, name);
  bool isOther = std::ranges::any_of(edits, [&](const SectionEdit &edit) {
    return target.section.slice(edit.range) != edit.newText;
  });
  if (!isOther)
    return {};
  if (auto found = obstacleTo(target, name)) {
    std::string line = std::to_string(
        document.buffer()
            .lineOf(target.section.span().inDocument(found->place))
            .value +
        1);
    std::string spelled = name.sigil + name.plain;
    return {{},
            found->isCapture ? "'" + spelled + "' in line " + line +
                                   " would mean something else then"
                             : "'" + spelled + "' is taken: line " + line};
  }
  Renaming renaming;
  for (SectionEdit &edit : edits)
    renaming.edits.push_back(target.section.span().inDocument(std::move(edit)));
  return renaming;
}
