//===- ImportFinder.cpp ---------------------------------------------------===//
//
// What a statement that is parsed alone needs from around it.
//
//===----------------------------------------------------------------------===//

#include "core/ir/parse/ImportFinder.h"
#include "core/ir/unregistered/OperandLinker.h"
#include "core/ir/unregistered/UnregisteredWriter.h"

using namespace shapels;
using namespace mlir;

/// Whether an op of the text around the block hides what is outside of it.
static bool isIsolated(Block *block) {
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    if (op->hasTrait<OpTrait::IsIsolatedFromAbove>() &&
        statementOf(op->getLoc()) != noStatement)
      return true;
  return false;
}

/// The live values of a definition, as `block` has them; where there are none
/// yet, one of a type that is still to be found. Nothing of a group of such.
std::optional<Import> ImportFinder::importValue(NameId definition,
                                                Block *block) const {
  Import import{outline.name(definition), {}};
  Value first = contents.valueOf(definition);
  if (!first && import.name.resultCount != 1)
    return std::nullopt;
  // Nothing in a function says what a value at the top is.
  if (block && outline.parent(definition.statement) == noStatement &&
      (!first || isGuess(first)) && isIsolated(block))
    return std::nullopt;
  // An argument of a body beside the one around `block`.
  if (first && block && isa<BlockArgument>(first) && isGuess(first) &&
      !first.getParentRegion()->isAncestor(block->getParent()))
    return std::nullopt;
  if (!first)
    return import;
  auto result = dyn_cast<OpResult>(first);
  for (unsigned i = 0; i < import.name.resultCount; ++i) {
    unsigned number = result ? result.getResultNumber() + i : 0;
    if (result && number >= result.getOwner()->getNumResults())
      return std::nullopt;
    import.values.push_back(result ? result.getOwner()->getResult(number)
                                   : inRegion(first, block));
  }
  return import;
}

/// The isolated ops between the statement and the definition.
static void forEachIsolated(const Outline &outline, NameId definition,
                            StatementId id, Operation *parent,
                            llvm::function_ref<void(StatementId)> visit) {
  StatementId scope = outline.parent(definition.statement);
  for (StatementId at = outline.parent(id);
       parent && at != scope && at != definition.statement;
       at = outline.parent(at), parent = parent->getParentOp())
    if (parent->hasTrait<OpTrait::IsIsolatedFromAbove>())
      visit(at);
}

/// Whether no op between the statement and the definition hides what is outside
/// of it.
bool ImportFinder::isVisible(NameId definition, StatementId id,
                             Operation *parent) const {
  bool isHidden = false;
  forEachIsolated(outline, definition, id, parent,
                  [&](StatementId at) { isHidden |= isGeneric(at); });
  return !isHidden;
}

/// Whether the two stand in one function or the like. Names that do not are
/// taken for others': a brace may be missing.
bool ImportFinder::isBeside(NameId definition, StatementId id,
                            Operation *parent) const {
  bool isApart = false;
  forEachIsolated(outline, definition, id, parent,
                  [&](StatementId) { isApart = true; });
  return !isApart;
}

/// Whether an op of an unknown dialect stands between, which may hide it.
bool ImportFinder::isBehindUnregistered(NameId definition, StatementId id,
                                        Operation *parent) const {
  StatementId scope = outline.parent(definition.statement);
  for (StatementId at = outline.parent(id);
       parent && at != scope && at != definition.statement;
       at = outline.parent(at), parent = parent->getParentOp())
    if (isPlaceholder(parent) ? isUnregistered(text, outline, at)
                              : !parent->isRegistered())
      return true;
  return false;
}

/// Whether it is an argument of another body of an op around the block.
bool ImportFinder::isOfOtherBody(NameId definition, Block *block) const {
  auto argument =
      dyn_cast_if_present<BlockArgument>(contents.valueOf(definition));
  if (!argument || !block || !block->getParentOp() || isGuess(argument))
    return false;
  Region *body =
      cast<BlockArgument>(inRegion(argument, block)).getOwner()->getParent();
  return body && body->getParentOp()->isAncestor(block->getParentOp()) &&
         !body->isAncestor(block->getParent());
}

/// What the parser finds for a name of the statement, in `parent`.
std::optional<NameId>
ImportFinder::visibleDefinition(const NameOccurrence &name, StatementId id,
                                Operation *parent) const {
  std::optional<NameId> definition = outline.definitionOf(name.id);
  bool isHidden = definition && name.kind == NameKind::Value &&
                  !outline.nests(id, definition->statement) &&
                  !isVisible(*definition, id, parent);
  return isHidden ? std::nullopt : definition;
}

/// Nothing where the statement rests on something that was not parsed.
std::optional<Imports>
ImportFinder::importsOf(StatementId id, Extent extent,
                        const StatementPlace &place) const {
  Imports imports;
  llvm::DenseSet<std::pair<StatementId, uint32_t>> seen;
  StatementId end =
      extent == Extent::Whole ? outline.behind(id) : outline.next(id);
  for (StatementId user = id; user != end; user = outline.next(user)) {
    bool isAttached = isUnregistered(
        text, outline, user); // See OperandLinker(state).attachOperands().
    for (const NameOccurrence &name : outline.names(user)) {
      if (isAttached && name.kind == NameKind::Value)
        continue;
      std::optional<NameId> definition =
          visibleDefinition(name, id, place.parent);
      if (definition && name.kind == NameKind::Value &&
          isOfOtherBody(*definition, place.block))
        definition = std::nullopt;
      if (!definition && name.kind == NameKind::Value)
        contents.undefined.add(outline.spelling(name.id), user);
      if (!definition || outline.nests(id, definition->statement) ||
          !seen.insert(UnitIR::keyOf(*definition)).second)
        continue;
      if (name.kind == NameKind::Value) {
        bool isLater = outline.parent(definition->statement) == noStatement &&
                       outline.begin(id) < outline.begin(definition->statement);
        if (isLater && place.block && isIsolated(place.block))
          return std::nullopt;
        std::optional<Import> import = importValue(*definition, place.block);
        if (!import)
          return std::nullopt;
        imports.values.push_back(std::move(*import));
      } else if (name.kind == NameKind::Block) {
        Block *block = contents.blockOf(definition->statement);
        if (!block)
          return std::nullopt;
        imports.blocks.emplace_back(outline.plainName(*definition), block);
      }
    }
  }
  return imports;
}

/// The import that the parser knows another type of; null if there is none.
Import *
ImportFinder::findMistyped(Imports &imports,
                           const std::optional<TypeConflict> &conflict) {
  if (!conflict || conflict->given != unknownType(context))
    return nullptr;
  for (Import &import : imports.values)
    if (import.values.empty() && !import.type &&
        outline.plainName(import.name.id) == conflict->name)
      return &import;
  return nullptr;
}

/// Of a value that is defined behind its use, or not at all, other uses may
/// say the type.
bool ImportFinder::isNotDefinedBefore(StatementId id, const Imports &imports,
                                      const TypeConflict &conflict) const {
  return llvm::any_of(imports.values, [&](const Import &import) {
    return outline.plainName(import.name.id) == conflict.name &&
           (isGuess(import) || outline.begin(id) < import.name.range.begin);
  });
}

/// Whether nothing is known of the import but what is made of its uses.
bool ImportFinder::isGuess(const Import &import) const {
  return import.values.empty() || isGuess(import.values[0]);
}

/// Whether it is what it is used as: of a statement that does not parse a
/// result, or a name in its header.
bool ImportFinder::isGuess(Value value) const {
  if (Operation *definition = value.getDefiningOp())
    return contents.broken.isPlaceholder(definition);
  Operation *parent = value.getParentBlock()->getParentOp();
  return parent && isPlaceholder(parent) &&
         contents.names.lookup(value).id.statement ==
             statementOf(parent->getLoc());
}
