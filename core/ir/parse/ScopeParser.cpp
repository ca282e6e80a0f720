//===- ScopeParser.cpp ----------------------------------------------------===//
//
// A statement alone is parsed inside a generic op, in which dummy ops define
// the values of its scope and stub blocks stand for its successors; then the
// new op moves to its real place.
//
//===----------------------------------------------------------------------===//

#include "core/ir/parse/ScopeParser.h"
#include "core/ir/context/DefinedOps.h"
#include "core/ir/parse/AliasParser.h"
#include "core/ir/parse/BareNames.h"
#include "core/ir/parse/BufferParser.h"
#include "core/ir/parse/ImportFinder.h"
#include "core/ir/parse/Placeholders.h"
#include "core/ir/parse/StatementBuilder.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/OperandLinker.h"
#include "core/ir/unregistered/UnregisteredFilter.h"
#include "core/ir/unregistered/UnregisteredWriter.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace shapels;
using namespace mlir;

std::string shapels::bodyText(uint32_t number) {
  return "\"shapels.body\"() {n = " + std::to_string(number) + "} : () -> ()\n";
}

/// The statement's text; of a header with dummy bodies.
void ScopeParser::appendStatement(ParseBuffer &buffer, StatementId id,
                                  Extent extent, const StatementPlace &place,
                                  bool isTyped) const {
  UnregisteredWriter writer(text, outline, definedOps(context), buffer);
  if (isUnregistered(text, outline, id))
    return writer.appendUnregistered(id,
                                     extent == Extent::Whole
                                         ? UnregisteredWriter::Extent::Whole
                                         : UnregisteredWriter::Extent::Header,
                                     isTyped);
  const Statement own = statement(id);
  ByteOffset at = own.range.begin;
  std::string prefix =
      isGeneric(id)
          ? ""
          : BareNames(state).barePrefix(spelling(own.name), place.parent);
  if (extent == Extent::Whole)
    return writer.append(id, prefix);
  if (!prefix.empty()) {
    buffer.append({at, own.name.begin});
    buffer.appendPrefix(prefix, own.name.begin);
    at = own.name.begin;
  }
  for (const RegionText &region : outline.regions(id)) {
    StatementId first = firstIn(region);
    if (first == noStatement && region.isClosed)
      continue;
    buffer.append({at, region.inside.begin});
    appendMissingBrace(buffer, region);
    buffer.appendText("\n", region.inside.begin);
    if (first != noStatement &&
        outline.kind(first) == StatementKind::BlockLabel &&
        !isBrokenLabel(first))
      buffer.append(outline.range(first));
    buffer.appendText(bodyText(region.number), region.inside.begin);
    if (!region.isClosed)
      buffer.appendEnd("}", region.inside.end);
    at = region.inside.end;
  }
  if (at < own.range.end)
    buffer.append({at, own.range.end});
}

/// Where the last token before the statement ends.
ByteOffset ScopeParser::endBefore(StatementId id) const {
  Statement own = outline.statement(id);
  StatementId before = outline.previousSibling(id);
  if (before != noStatement && outline.statement(before).region == own.region)
    return outline.range(before).end;
  return own.parent == noStatement
             ? own.range.begin
             : outline.regions(own.parent)[own.region].inside.begin;
}

/// What is missing behind the last statement of a region is so at its brace.
ByteOffset ScopeParser::endBehind(StatementId id) const {
  Statement own = outline.statement(id);
  StatementId next = outline.nextSibling(id);
  bool isLast =
      next == noStatement || outline.statement(next).region != own.region;
  if (!isLast || own.parent == noStatement)
    return own.range.end;
  RegionText region = outline.regions(own.parent)[own.region];
  return region.isClosed ? region.inside.end : own.range.end;
}

/// Opens a generic op, in which the imports are defined.
void ScopeParser::appendScope(ParseBuffer &buffer, StatementId id,
                              const Imports &imports) {
  auto &types = *context.getOrLoadDialect<TypeReferences>();
  types.clear();
  buffer.appendText("\"shapels.scope\"() ({", outline.begin(id));
  for (const Import &import : imports.values) {
    std::string list;
    for (Value value : import.values)
      list += (list.empty() ? "" : ", ") + types.refer(value.getType());
    if (import.values.empty())
      list = types.refer(import.type ? import.type : unknownType(context));
    // Notes on a prior use of the value go where it is defined.
    buffer.appendText("\n" + std::string(outline.plainName(import.name.id)) +
                          ":" + std::to_string(import.name.resultCount) +
                          " = \"shapels.value\"() : () -> (" + list + ")",
                      import.name.range.begin);
  }
  // What is missing in front of the statement is so behind the token before; if
  // nothing is between them, at the statement's first.
  ByteOffset end = endBefore(id);
  if (end == outline.begin(id))
    buffer.appendText("\n", end);
  else
    buffer.appendEnd("\n", end);
}

/// Puts the statement where it can be parsed, and the text `behind` it, if any.
void ScopeParser::appendInScope(ParseBuffer &buffer, StatementId id,
                                Extent extent, const StatementPlace &place,
                                const Imports &imports, ByteRange behind,
                                bool isTyped) {
  // In the scope a stray brace would close what is ours.
  if (spelling(outline.range(id)).starts_with('}'))
    return buffer.append(outline.range(id));
  appendScope(buffer, id, imports);
  appendStatement(buffer, id, extent, place, isTyped);
  buffer.append(behind);
  // What is missing behind the last token is so there.
  buffer.appendEnd("\n", outline.range(id).end);
  std::string end;
  for (const auto &[name, block] : imports.blocks)
    end += std::string(name) + ":\n" + bodyText(0);
  if (behind.empty())
    buffer.appendText(end + "}) : () -> ()\n", endBehind(id));
  else
    buffer.appendEnd(end + "}) : () -> ()\n", outline.range(id).end);
}

/// The op of the statement alone, in no block yet; null where it cannot be
/// parsed, which the parser then has reported, or rests on what cannot.
Operation *ScopeParser::parseInScope(StatementId id, Extent extent,
                                     const StatementPlace &place) {
  if (extent == Extent::Whole && !quarantine.allowsWhole(id))
    return nullptr;
  std::optional<Imports> imports =
      ImportFinder(state).importsOf(id, extent, place);
  state.restsOnOthers |= !imports;
  if (!imports)
    return nullptr;
  RetypedValues before = OperandLinker(state).resetTypes(*imports, id);
  Operation *op = parseWith(*imports, id, extent, place, before);
  OperandLinker(state).restoreTypes(before, op);
  return op;
}

/// The same with what it needs from around it.
Operation *ScopeParser::parseWith(Imports &imports, StatementId id,
                                  Extent extent, const StatementPlace &place,
                                  RetypedValues &otherTypes) {
  size_t before = contents.diagnostics.size();
  // Of an unregistered op nothing is wrong but, to MLIR, its types.
  bool mayBeUntyped = isUnregistered(text, outline, id) &&
                      (extent == Extent::Header || !outline.hasChildren(id));
  for (bool isTyped = true;;) {
    ParseBuffer buffer(text);
    buffer.blame(extent == Extent::Whole ? outline.range(id)
                                         : headerOf(outline, id));
    if (!AliasParser(state).appendAliasesFor(buffer, id, extent))
      return nullptr;
    appendInScope(buffer, id, extent, place, imports, {}, isTyped);
    Block parsed;
    std::optional<TypeConflict> conflict;
    if (BufferParser(state).parseBuffer(buffer, parsed, &conflict))
      return takeFromScope(id, parsed, imports, place.block);
    bool isRetyped =
        OperandLinker(state).retype(imports, conflict, id, otherTypes);
    if (isRetyped || (isTyped && mayBeUntyped)) {
      isTyped &= isRetyped;
      contents.diagnostics.resize(before);
      continue;
    }
    Import *mistyped = ImportFinder(state).findMistyped(imports, conflict);
    state.restsOnOthers |=
        !mistyped && conflict &&
        ImportFinder(state).isNotDefinedBefore(id, imports, *conflict);
    if (!mistyped)
      break;
    // What a value is that could not be parsed, its first use tells.
    mistyped->type = conflict->wanted;
    contents.diagnostics.resize(before);
  }
  if (extent == Extent::Whole && !outline.hasChildren(id))
    diagnoseInContext(id, place, imports, before);
  else if (extent == Extent::Whole)
    StatementBuilder(state).noteFault(before);
  keepOwnFindings(id, place, before);
  return nullptr;
}

/// What the parser said since of the statement alone, as far as that follows
/// from what is known of it.
void ScopeParser::keepOwnFindings(StatementId id, const StatementPlace &place,
                                  size_t before) {
  BareNames(state).nameDefaultDialect(place.parent, before);
  bool isUnclear = BareNames(state).mayHaveFullName(id, place.parent);
  auto first = contents.diagnostics.begin() + static_cast<ptrdiff_t>(before);
  contents.diagnostics.erase(
      std::remove_if(first, contents.diagnostics.end(),
                     [&](const SectionDiagnostic &diagnostic) {
                       return isUnregistered(text, outline, id) || isUnclear ||
                              (UnregisteredFilter(state).isInUnregistered(id) &&
                               llvm::StringRef(diagnostic.message)
                                   .starts_with("use of undeclared SSA"));
                     }),
      contents.diagnostics.end());
  for (SectionDiagnostic &diagnostic :
       llvm::drop_begin(contents.diagnostics, before)) {
    diagnostic.subject = id;
    diagnostic.range = within(id, diagnostic.range);
  }
}

/// What is missing at the end of a statement is no token of the next.
ByteRange ScopeParser::within(StatementId id, ByteRange range) const {
  ByteOffset end = outline.range(id).end;
  bool isBehind = range.begin >= end && text.lineStart(range.begin) <= end;
  return isBehind ? ByteRange{end, end} : range;
}

/// That nothing defines a name, the parser says of all that it read.
static bool isAboutScope(const SectionDiagnostic &diagnostic) {
  return diagnostic.message.starts_with("use of undeclared SSA value name") ||
         diagnostic.message == undefinedBlock;
}

/// Whether `said` is of a value of the statement that none of those behind it
/// names: they tell nothing of it.
static bool isUnknownThere(const Outline &outline,
                           const SectionDiagnostic &said, StatementId id,
                           llvm::ArrayRef<StatementId> behind) {
  std::optional<NameId> name = isAboutScope(said)
                                   ? outline.nameStartingAt(said.range.begin)
                                   : std::nullopt;
  auto isNamedIn = [&](StatementId other) {
    return llvm::any_of(outline.names(other), [&](const auto &occurrence) {
      return outline.spelling(occurrence.id) == outline.spelling(*name);
    });
  };
  return name && name->statement == id && llvm::none_of(behind, isNamedIn);
}

/// That something is missing at the end of a statement, the parser says of what
/// follows: lets it see that.
void ScopeParser::diagnoseInContext(StatementId id, const StatementPlace &place,
                                    const Imports &imports, size_t since) {
  StatementId next = outline.nextSibling(id);
  StatementId last = next;
  if (next != noStatement && outline.nextSibling(next) != noStatement)
    last = outline.nextSibling(next);
  ByteRange behind{outline.range(id).end, outline.range(id).end};
  bool isOpen = llvm::any_of(outline.regions(id),
                             [](auto &region) { return !region.isClosed; });
  if (next == noStatement || isOpen ||
      outline.statement(next).region != outline.statement(id).region)
    return;
  if (contents.diagnostics.size() > since &&
      isUnknownThere(outline, contents.diagnostics[since], id, {next, last}))
    return;
  behind.end = outline.hasChildren(last) ? headerOf(outline, last).end
                                         : outline.range(last).end;
  std::vector<SectionDiagnostic> alone = takeDiagnostics(since);
  ParseBuffer buffer(text);
  buffer.blame(outline.range(id));
  AliasParser(state).appendAliasesFor(buffer, id, Extent::Whole);
  appendInScope(buffer, id, Extent::Whole, place, imports, behind);
  Block ignored;
  BufferParser(state).parseBuffer(buffer, ignored, nullptr,
                                  /*isRecorded=*/false);
  std::vector<SectionDiagnostic> inContext = takeDiagnostics(since);
  // Where the parser finds no fault, the statement goes on behind its end.
  state.isNotOne |=
      llvm::all_of(inContext, [&](const SectionDiagnostic &shown) {
        return isAboutScope(shown) &&
               !outline.range(id).contains(shown.range.begin);
      });
  for (auto [own, shown] : llvm::zip(alone, inContext)) {
    if (own.message != shown.message || isAboutScope(own))
      break;
    own = std::move(shown);
  }
  llvm::append_range(contents.diagnostics, alone);
}

/// Whether an op uses the value of a dummy in a region that is isolated from
/// it: the parser lets some do that, and the verifier does not.
static bool isUsedInIsolation(Operation &dummy) {
  return llvm::any_of(dummy.getUsers(), [&](Operation *user) {
    for (Operation *around = user->getParentOp(); around != dummy.getParentOp();
         around = around->getParentOp())
      if (around->hasTrait<OpTrait::IsIsolatedFromAbove>())
        return true;
    return false;
  });
}

/// The op, out of the generic one that it was parsed in.
Operation *ScopeParser::takeFromScope(StatementId id, Block &parsed,
                                      Imports &imports, Block *block) {
  Region &region = parsed.front().getRegion(0);
  Block &entry = region.front();
  bool isOne = llvm::hasNItems(entry, imports.values.size() + 1) &&
               llvm::hasNItems(region, imports.blocks.size() + 1) &&
               entry.getNumArguments() == 0;
  bool isTyped = llvm::none_of(imports.values, [](const Import &import) {
    return import.values.empty() && !import.type;
  });
  state.isNotOne |= !isOne;
  bool isVisible =
      llvm::none_of(llvm::zip(imports.values, entry), [&](const auto &pair) {
        return ImportFinder(state).isGuess(std::get<0>(pair)) &&
               isUsedInIsolation(std::get<1>(pair));
      });
  if (!isOne || !isTyped || !isVisible) {
    // Text that the outline takes for one op, and MLIR for several or none; or
    // which uses what nobody knows the type of, or what is hidden from it.
    contents.forget(&parsed.front());
    return nullptr;
  }
  for (Import &import : imports.values) {
    if (import.values.empty())
      import.values.push_back(
          Placeholders(state).addPlaceholder(import, block));
    entry.front().replaceAllUsesWith(import.values);
    entry.front().erase();
  }
  Operation *op = &entry.front();
  for (unsigned i = 0; i < op->getNumSuccessors(); ++i) {
    auto stub =
        std::distance(region.begin(), Region::iterator(op->getSuccessor(i)));
    op->setSuccessor(imports.blocks[stub - 1].second, i);
  }
  op->remove();
  return op;
}

/// Those since there were `before`, which go.
std::vector<SectionDiagnostic> ScopeParser::takeDiagnostics(size_t before) {
  auto first = contents.diagnostics.begin() + static_cast<ptrdiff_t>(before);
  std::vector<SectionDiagnostic> taken(
      std::make_move_iterator(first),
      std::make_move_iterator(contents.diagnostics.end()));
  contents.diagnostics.resize(before);
  return taken;
}
