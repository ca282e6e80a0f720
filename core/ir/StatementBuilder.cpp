//===- StatementBuilder.cpp - IR from statements parsed alone -------------===//
//
// A statement alone is parsed inside a generic op, in which dummy ops define
// the values of its scope and stub blocks stand for its successors; then the
// new op moves to its real place. Of an op whose body is broken the header is
// parsed with a dummy body, which the statements that parse then fill.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/Dialects.h"
#include "shapels/ir/SectionParser.h"
#include "shapels/ir/TypeReferences.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

#include <span>

using namespace shapels;
using namespace mlir;

/// A broken op with more statements than this in it is dropped as a whole:
/// parsing them all alone would take longer than a user waits for a keystroke.
static constexpr uint32_t mostStatements = 5000;

/// Stands for the body of a region, as its op number N: `{n = N}`.
static constexpr llvm::StringLiteral bodyName("shapels.body");
static std::string bodyText(uint32_t number) {
  return "\"shapels.body\"() {n = " + std::to_string(number) + "} : () -> ()\n";
}

//===----------------------------------------------------------------------===//
// One statement
//===----------------------------------------------------------------------===//

/// The live values of a definition; nothing while there are none.
std::optional<SectionParser::Import>
SectionParser::importValue(const NameOccurrence &definition) const {
  Import import{&definition, {}};
  Value first = contents.values.lookup(definition.range.begin.value);
  if (!first)
    return std::nullopt;
  auto result = dyn_cast<OpResult>(first);
  for (unsigned i = 0; i < definition.resultCount; ++i) {
    unsigned number = result ? result.getResultNumber() + i : 0;
    if (result && number >= result.getOwner()->getNumResults())
      return std::nullopt;
    import.values.push_back(result ? result.getOwner()->getResult(number)
                                   : first);
  }
  return import;
}

/// Nothing where the statement rests on something that was not parsed.
std::optional<SectionParser::Imports>
SectionParser::importsOf(StatementId id, Extent extent,
                         const Place &place) const {
  Imports imports;
  ByteRange range = statement(id).range;
  llvm::DenseSet<NameId> seen;
  auto name =
      llvm::partition_point(outline.names, [&](const NameOccurrence &name) {
        return name.range.begin < range.begin;
      });
  for (; name != outline.names.end() && name->range.begin < range.end; ++name) {
    NameId definition = definitions[name - outline.names.begin()];
    bool isInside = extent == Extent::Whole || name->statement == id;
    if (definition == noName || !isInside ||
        range.contains(outline.names[definition].range) ||
        !seen.insert(definition).second)
      continue;
    const NameOccurrence &defining = outline.names[definition];
    if (name->kind == NameKind::Value) {
      std::optional<Import> import = importValue(defining);
      if (!import)
        return std::nullopt;
      imports.values.push_back(std::move(*import));
    } else if (name->kind == NameKind::Block) {
      Block *block =
          place.blocks ? place.blocks->lookup(defining.statement) : nullptr;
      if (!block)
        return std::nullopt;
      imports.blocks.emplace_back(spelling(defining.range), block);
    }
  }
  return imports;
}

/// A bare name belongs to the default dialect of the op around it.
static std::string barePrefix(std::string_view name, Operation *parent) {
  auto asmOp = dyn_cast_if_present<OpAsmOpInterface>(parent);
  if (!asmOp || name.empty() || name.find('.') != name.npos)
    return "";
  std::string prefix = asmOp.getDefaultDialect().str() + ".";
  bool isOp =
      Dialects::upstream().ops().isRegistered(prefix + std::string(name));
  return isOp ? prefix : "";
}

/// Of a bare name that is no op MLIR says which full name it tried, by the
/// default dialect of the op around: that is ours, not the real one.
void SectionParser::nameDefaultDialect(Operation *parent, size_t since) {
  static constexpr std::string_view tried = "(tried 'builtin.";
  auto asmOp = dyn_cast_if_present<OpAsmOpInterface>(parent);
  std::string dialect = asmOp ? asmOp.getDefaultDialect().str() : "";
  if (dialect.empty())
    return;
  for (size_t i = since; i < contents.diagnostics.size(); ++i) {
    std::string &message = contents.diagnostics[i].message;
    if (size_t at = message.find(tried); at != message.npos)
      message.replace(at, tried.size(), "(tried '" + dialect + ".");
  }
}

/// The statement's text; of a header with dummy bodies.
void SectionParser::appendStatement(ParseBuffer &buffer, StatementId id,
                                    Extent extent, const Place &place) const {
  const Statement &own = statement(id);
  ByteOffset at = own.range.begin;
  std::string prefix = barePrefix(spelling(own.name), place.parent);
  if (!prefix.empty()) {
    buffer.append({at, own.name.begin});
    buffer.appendPrefix(prefix, own.name.begin);
    at = own.name.begin;
  }
  if (extent == Extent::Header)
    for (const RegionText &region : outline.regionsOf(id)) {
      std::vector<StatementId> children = childrenOf(id, region.number);
      if (children.empty())
        continue;
      buffer.append({at, region.inside.begin});
      buffer.appendText("\n", region.inside.begin);
      if (statement(children[0]).kind == StatementKind::BlockLabel)
        buffer.append(statement(children[0]).range);
      buffer.appendText(bodyText(region.number), region.inside.begin);
      if (!region.isClosed)
        buffer.appendText("}", region.inside.end);
      at = region.inside.end;
    }
  if (at < own.range.end)
    buffer.append({at, own.range.end});
  buffer.appendText("\n", own.range.end);
}

/// The op of the statement alone, in no block yet; null where it cannot be
/// parsed, which the parser then has reported, or rests on what cannot.
Operation *SectionParser::parseInScope(StatementId id, Extent extent,
                                       const Place &place) {
  if (extent == Extent::Whole && !quarantine.allowsWhole(id))
    return nullptr;
  std::optional<Imports> imports = importsOf(id, extent, place);
  ParseBuffer buffer(text);
  ByteRange range = statement(id).range;
  buffer.blame(extent == Extent::Whole ? range : headerOf(outline, id));
  if (!imports || !appendAliasesFor(buffer, range))
    return nullptr;
  auto &types = *context.getOrLoadDialect<TypeReferences>();
  types.clear();
  buffer.appendText("\"shapels.scope\"() ({\n", range.begin);
  for (const Import &import : imports->values) {
    std::string list;
    for (Value value : import.values)
      list += (list.empty() ? "" : ", ") + types.refer(value.getType());
    // Notes on a prior use of the value go where it is defined.
    buffer.appendText(std::string(plainName(text, *import.name)) + ":" +
                          std::to_string(import.values.size()) +
                          " = \"shapels.value\"() : () -> (" + list + ")\n",
                      import.name->range.begin);
  }
  appendStatement(buffer, id, extent, place);
  std::string end;
  for (const auto &[name, block] : imports->blocks)
    end += std::string(name) + ":\n" + bodyText(0);
  buffer.appendText(end + "}) : () -> ()\n", range.end);

  Block parsed;
  size_t before = contents.diagnostics.size();
  if (!parseBuffer(buffer, parsed)) {
    nameDefaultDialect(place.parent, before);
    return nullptr;
  }
  Region &region = parsed.front().getRegion(0);
  Block &entry = region.front();
  for (const Import &import : imports->values) {
    entry.front().replaceAllUsesWith(import.values);
    entry.front().erase();
  }
  if (!llvm::hasSingleElement(entry)) {
    // Text that the outline takes for one op, and MLIR for several or none.
    for (Operation &other : entry)
      contents.forget(&other);
    return nullptr;
  }
  Operation *op = &entry.front();
  for (unsigned i = 0; i < op->getNumSuccessors(); ++i) {
    auto stub =
        std::distance(region.begin(), Region::iterator(op->getSuccessor(i)));
    op->setSuccessor(imports->blocks[stub - 1].second, i);
  }
  op->remove();
  return op;
}

//===----------------------------------------------------------------------===//
// What nests
//===----------------------------------------------------------------------===//

std::vector<StatementId> SectionParser::childrenOf(StatementId id,
                                                   uint32_t region) const {
  std::vector<StatementId> children;
  for (StatementId child = id + 1; child < statement(id).subtreeEnd;
       child = statement(child).subtreeEnd)
    if (statement(child).region == region)
      children.push_back(child);
  return children;
}

void SectionParser::buildTop(Block &block) {
  for (StatementId id = 0; id < outline.statements.size();
       id = statement(id).subtreeEnd)
    if (statement(id).kind == StatementKind::Operation ||
        statement(id).kind == StatementKind::Other)
      build(id, {nullptr, &block, nullptr});
}

/// Adds the statement's op to its block, as much of it as parses. Returns
/// false where there is none.
bool SectionParser::build(StatementId id, const Place &place) {
  if (quarantine.isGuilty(id))
    return false;
  size_t before = contents.diagnostics.size();
  if (Operation *op = parseInScope(id, Extent::Whole, place)) {
    place.block->push_back(op);
    return true;
  }
  uint32_t nested = statement(id).subtreeEnd - id - 1;
  if (nested == 0 || nested > mostStatements)
    return false;
  auto added = std::span(contents.diagnostics).subspan(before);
  std::vector<IrDiagnostic> ofWhole(added.begin(), added.end());
  contents.diagnostics.resize(before);
  Operation *op = parseInScope(id, Extent::Header, place);
  if (op) {
    place.block->push_back(op);
    if (!buildRegions(id, op))
      contents.incomplete.insert(op);
  }
  for (IrDiagnostic &diagnostic : ofWhole)
    mergeFromWhole(std::move(diagnostic), before);
  return op != nullptr;
}

/// Replaces the dummy bodies. Returns whether all that they hold is there.
bool SectionParser::buildRegions(StatementId id, Operation *op) {
  llvm::DenseMap<uint32_t, Block *> entries;
  for (Region &region : op->getRegions())
    for (Operation &body : region.getOps())
      if (body.getName().getStringRef() == bodyName)
        entries[static_cast<uint32_t>(
            body.getAttrOfType<IntegerAttr>("n").getInt())] = body.getBlock();
  bool isComplete = true;
  for (auto [number, entry] : entries)
    isComplete &= buildRegion(childrenOf(id, number), op, entry);
  return isComplete;
}

bool SectionParser::buildRegion(const std::vector<StatementId> &children,
                                Operation *op, Block *entry) {
  entry->front().erase();
  // A terminator that the op's syntax implies: it goes last again.
  Operation *implied = entry->empty() ? nullptr : &entry->front();
  if (implied)
    implied->remove();
  Blocks blocks;
  bool isComplete = true;
  for (StatementId child : children)
    if (statement(child).kind == StatementKind::BlockLabel) {
      bool isEntry = child == children.front();
      Block *block = isEntry ? entry : parseLabel(child, *entry->getParent());
      blocks[child] = block;
      isComplete &= block != nullptr;
    }
  Block *block = entry;
  for (StatementId child : children) {
    if (statement(child).kind == StatementKind::BlockLabel)
      block = blocks[child];
    else if (!block)
      isComplete = false;
    else
      isComplete &= build(child, {op, block, &blocks});
  }
  bool isEnded = block && !block->empty() &&
                 block->back().hasTrait<OpTrait::IsTerminator>();
  if (implied && block && !isEnded && isComplete)
    block->push_back(implied);
  else if (implied)
    implied->destroy();
  return isComplete;
}

/// The block of a label behind the first one, at the end of `region`.
Block *SectionParser::parseLabel(StatementId label, Region &region) {
  ParseBuffer buffer(text);
  ByteRange range = statement(label).range;
  buffer.blame(range);
  if (quarantine.isGuilty(label) || !appendAliasesFor(buffer, range))
    return nullptr;
  context.getOrLoadDialect<TypeReferences>();
  buffer.appendText("\"shapels.scope\"() ({\n" + bodyText(0), range.begin);
  buffer.append(range);
  buffer.appendText("\n" + bodyText(0) + "}) : () -> ()\n", range.end);
  Block parsed;
  if (!parseBuffer(buffer, parsed))
    return nullptr;
  Region &scope = parsed.front().getRegion(0);
  Block *block = &scope.back();
  block->front().erase();
  region.getBlocks().splice(region.end(), scope.getBlocks(),
                            Region::iterator(block));
  return block;
}
