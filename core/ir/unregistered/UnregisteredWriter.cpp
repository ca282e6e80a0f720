//===- UnregisteredWriter.cpp ---------------------------------------------===//

#include "core/ir/unregistered/UnregisteredWriter.h"
#include "core/ir/context/Dialects.h"
#include "core/ir/parse/ScopeParser.h"

using namespace shapels;

static constexpr std::string_view placeholderType = "!shapels.unknown";

bool shapels::isQuoted(TextSpan text, ByteRange name) {
  return name.begin.value != 0 &&
         text.slice({name.begin - 1, name.begin}) == "\"";
}

bool shapels::isUnregistered(TextSpan text, const Outline &outline,
                             StatementId id) {
  if (outline.kind(id) != StatementKind::Operation)
    return false;
  std::string_view opName = outline.opName(id);
  bool isBare = !opName.empty() && opName.find('.') == opName.npos;
  StatementId parent = isBare ? outline.parent(id) : noStatement;
  bool isUnknown = isBare ? parent != noStatement &&
                                isUnregistered(text, outline, parent) &&
                                !outline.opTable().isRegistered(
                                    "builtin." + std::string(opName))
                          : outline.opTable().isUnknown(opName);
  if (!isUnknown)
    return false;
  ByteOffset name = outline.statement(id).name.begin;
  return name.value == 0 || text.slice({name - 1, name}) != "\"";
}

void shapels::appendMissingBrace(ParseBuffer &buffer,
                                 const RegionText &region) {
  if (!region.isOpened)
    buffer.appendText(" {", region.inside.begin);
}

/// Notes which statements from `first` up to `end` nest unregistered ones, or
/// lack a brace.
void UnregisteredWriter::mark(StatementId first, StatementId end) {
  for (StatementId id = first; id != end; id = outline.next(id)) {
    bool isBraceless = outline.lacksBrace(id);
    if (!isBraceless && !isUnregistered(text, outline, id))
      continue;
    StatementId at = isBraceless ? id : outline.parent(id);
    while (at != noStatement && around.insert(at).second)
      at = outline.parent(at);
  }
}

void UnregisteredWriter::appendAll() {
  mark(outline.first(), noStatement);
  appendFrom(outline.first(), {0}, {text.size()}, "");
  if (!pendingHere.empty())
    appendPending(pendingHere, {text.size()});
}

void UnregisteredWriter::appendUnit(StatementId root) {
  mark(root, outline.behind(root));
  ByteRange range = outline.range(root);
  appendFrom(root, range.begin, range.end, "");
}

void UnregisteredWriter::append(StatementId id, std::string_view prefix) {
  mark(id, outline.behind(id));
  Statement own = outline.statement(id);
  ByteOffset at = own.range.begin;
  auto flush = [&](ByteOffset to) {
    if (at < to)
      buffer.append({at, to});
    at = to;
  };
  if (!prefix.empty()) {
    flush(own.name.begin);
    buffer.appendPrefix(prefix, own.name.begin);
  }
  if (around.contains(id))
    for (const RegionText &region : outline.regions(id)) {
      flush(region.inside.begin);
      appendMissingBrace(buffer, region);
      appendRegion(id, region, "", {});
      at = region.inside.end;
    }
  flush(own.range.end);
}

void UnregisteredWriter::appendUnregistered(StatementId id, Extent extent,
                                            bool isTyped) {
  mark(id, outline.behind(id));
  appendOp(id, extent, isTyped, /*isNamed=*/true);
}

/// What is between `begin` and `end`, with the statements from `first` on.
void UnregisteredWriter::appendFrom(StatementId first, ByteOffset begin,
                                    ByteOffset end, std::string_view dialect) {
  ByteOffset at = begin;
  auto flush = [&](ByteOffset to) {
    if (at < to)
      buffer.append({at, to});
    at = to;
  };
  for (StatementId id = first; id != noStatement && outline.begin(id) < end;
       id = outline.nextSibling(id)) {
    Statement own = outline.statement(id);
    if (isUnregistered(text, outline, id)) {
      flush(own.range.begin);
      appendOp(id, Extent::Whole, /*isTyped=*/true, /*isNamed=*/false);
      at = own.range.end;
      continue;
    }
    std::string prefix =
        own.kind == StatementKind::Operation && !isQuoted(text, own.name)
            ? outline.opTable().barePrefix(text.slice(own.name), dialect)
            : "";
    if (!prefix.empty()) {
      flush(own.name.begin);
      buffer.appendPrefix(prefix, own.name.begin);
    }
    if (around.contains(id))
      for (const RegionText &region : outline.regions(id)) {
        flush(region.inside.begin);
        appendMissingBrace(buffer, region);
        appendRegion(id, region, "", {});
        at = region.inside.end;
      }
  }
  flush(end);
}

/// A region's inside. `pending` is of its arguments.
void UnregisteredWriter::appendRegion(StatementId parent,
                                      const RegionText &region,
                                      std::string_view dialect,
                                      std::vector<Pending> pending) {
  std::swap(pendingHere, pending);
  std::vector<StatementId> children = outline.children(parent, region.number);
  StatementId first = children.empty() ? noStatement : children.front();
  appendFrom(first, region.inside.begin, region.inside.end, dialect);
  // Where a terminator is implied, MLIR must see that the last op is none.
  bool isOpen =
      !children.empty() && isUnregistered(text, outline, children.back());
  // An open region reaches up to what follows.
  bool isEnded = region.isClosed || children.empty();
  if (isOpen || !pendingHere.empty())
    appendPending(pendingHere, isEnded ? region.inside.end
                                       : outline.range(children.back()).end);
  std::swap(pendingHere, pending);
}

void UnregisteredWriter::appendPending(const std::vector<Pending> &pending,
                                       ByteOffset at) {
  std::string list;
  for (size_t i = 0; i < pending.size(); ++i)
    if (pending[i].number == 0) {
      size_t count = 1;
      while (i + count < pending.size() && pending[i + count].number != 0)
        ++count;
      list += (list.empty() ? "" : ", ") +
              std::string(outline.plainName(pending[i].name)) +
              (count == 1 ? "" : ":" + std::to_string(count));
    }
  // The first one keeps the names from what is before: `return`.
  std::string op = "shapels.pending ";
  buffer.appendText("\n" + op + "end\n", at);
  if (!list.empty())
    buffer.appendText(
        list + " = " + op + std::to_string(buffer.pending.size()) + "\n", at);
  buffer.pending.insert(buffer.pending.end(), pending.begin(), pending.end());
}

/// Whether the written types are the results', and cannot be written otherwise.
bool UnregisteredWriter::isCertain(const UnregisteredForm &form) const {
  return form.areCertain &&
         llvm::all_of(form.results, [&](const WrittenType &type) {
           return !type.range.empty() &&
                  text.slice(type.range).find('!') == std::string_view::npos;
         });
}

void UnregisteredWriter::appendType(const WrittenType &type, bool isTyped,
                                    ByteOffset at) {
  if (isTyped && !type.range.empty())
    buffer.append(type.range);
  else if (isTyped && !type.spelled.empty())
    buffer.appendText(type.spelled, at);
  else
    buffer.appendText(placeholderType, at);
}

/// The arguments of a region that the op's header defines.
void UnregisteredWriter::appendLabel(StatementId id,
                                     const UnregisteredForm &form,
                                     uint32_t region, bool isTyped,
                                     std::vector<Pending> &pending) {
  const auto &arguments = form.arguments[region];
  std::vector<StatementId> children = outline.children(id, region);
  bool hasLabel = !children.empty() &&
                  outline.kind(children.front()) == StatementKind::BlockLabel;
  if (arguments.empty() || hasLabel)
    return;
  uint32_t index = 0;
  for (const UnregisteredForm::Argument &argument : arguments) {
    ByteOffset at = argument.name.range.begin;
    buffer.appendText(index == 0 ? "^shapels(" : ", ", at);
    buffer.appendText("%shapels" + std::to_string(names++) + ": ", at);
    appendType(argument.type, isTyped, at);
    pending.push_back({id, argument.name.id, 0, region, index++});
  }
  buffer.appendText("):\n", outline.begin(id));
}

/// What a bare name belongs to, with the dot: the dialect of the op around.
std::string UnregisteredWriter::defaultDialect(StatementId id) const {
  std::string prefix;
  while (outline.opName(id).find('.') == std::string_view::npos &&
         outline.parent(id) != noStatement) {
    id = outline.parent(id);
    prefix = std::string(dialectOf(outline.opName(id)));
  }
  return prefix.empty() ? "" : prefix + ".";
}

/// Whether MLIR would take it, without its names, for what is missing in the
/// statement before: `%1 =`.
static bool isTakenByOneBefore(TextSpan text, const Outline &outline,
                               StatementId id) {
  StatementId before = outline.previousSibling(id);
  return before != noStatement &&
         text.slice(outline.range(before)).ends_with('=');
}

/// Whether a name that the statement defines is still to be typed: `% = `.
static bool hasOnlySigil(const Outline &outline, StatementId id) {
  for (const NameOccurrence &name : outline.names(id))
    if (name.isDefinition && outline.plainName(name.id).size() < 2)
      return true;
  return false;
}

/// Its results get their names at the region's end.
void UnregisteredWriter::appendLater(StatementId id) {
  uint32_t index = 0;
  for (const NameOccurrence &name : outline.names(id)) {
    if (!name.isDefinition || name.kind != NameKind::Value)
      continue;
    bool isName = outline.plainName(name.id).size() > 1;
    for (uint32_t number = 0; number < name.resultCount; ++number, ++index)
      if (isName)
        pendingHere.push_back({id, name.id, number, Pending::isResult, index});
  }
}

void UnregisteredWriter::appendOp(StatementId id, Extent extent, bool isTyped,
                                  bool isNamed) {
  Statement own = outline.statement(id);
  UnregisteredForm form = readUnregisteredForm(text, outline, id, definitions);
  ByteOffset end = own.name.end;
  buffer.unregistered.push_back({id, isCertain(form)});
  bool isWritten =
      isNamed || isCertain(form) || isTakenByOneBefore(text, outline, id);
  if (isWritten && !hasOnlySigil(outline, id))
    buffer.append({own.range.begin, own.name.begin});
  else
    appendLater(id);
  buffer.appendPrefix("\"" + defaultDialect(id), own.name.begin);
  buffer.append(own.name);
  buffer.appendText("\"()", end);
  for (size_t i = 0; i < form.successors.size(); ++i) {
    buffer.appendText(i == 0 ? "[" : ", ", end);
    buffer.append(form.successors[i]);
  }
  if (!form.successors.empty())
    buffer.appendText("]", end);
  std::vector<RegionText> regions = outline.regions(id);
  for (const RegionText &region : regions) {
    ByteOffset begin = region.inside.begin;
    buffer.appendText(region.number == 0 ? " ({\n" : ", {\n", begin);
    std::vector<Pending> pending;
    appendLabel(id, form, region.number, isTyped, pending);
    std::vector<StatementId> children = outline.children(id, region.number);
    if (extent == Extent::Header && !children.empty()) {
      if (outline.kind(children[0]) == StatementKind::BlockLabel)
        buffer.append(outline.range(children[0]));
      buffer.appendText(bodyText(region.number), begin);
      appendPending(pending, begin);
    } else {
      appendRegion(id, region, dialectOf(outline.opName(id)),
                   std::move(pending));
    }
    buffer.appendText("\n}", region.inside.end);
  }
  if (!regions.empty())
    buffer.appendText(")", own.range.end);
  buffer.appendText(" : () -> (", end);
  for (size_t i = 0; i < form.results.size(); ++i) {
    if (i > 0)
      buffer.appendText(", ", end);
    appendType(form.results[i], isTyped, end);
  }
  buffer.appendText(")\n", end);
}
