//===- TextOrder.cpp ------------------------------------------------------===//

#include "core/ir/parse/TextOrder.h"
#include "core/ir/parse/DiagnosticCollector.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace shapels;
using namespace mlir;

bool TextOrder::isTold(TextSpan text) {
  static constexpr llvm::StringLiteral word("loc");
  std::string_view all = text.text();
  const char *end = all.data() + all.size();
  // Five times as fast as what searches views.
  for (const char *at = all.data();
       (at = static_cast<const char *>(
            ::memmem(at, end - at, word.data(), word.size())));) {
    char before = at == all.data() ? ' ' : at[-1];
    at += word.size();
    bool isWord = !llvm::isAlnum(before) && before != '_' && before != '.' &&
                  before != '$';
    if (isWord && llvm::StringRef(at, end - at).ltrim().starts_with("("))
      return false;
  }
  return true;
}

bool TextOrder::match(Block &parsed, MLIRContext &context) {
  return match(parsed, context, outline.first(), noStatement);
}

bool TextOrder::match(Block &parsed, MLIRContext &context, StatementId first,
                      StatementId end) {
  next = first;
  StatementId parent =
      first == noStatement ? noStatement : outline.parent(first);
  uint32_t depth = parent == noStatement ? ~0u : outline.depth(parent);
  Around top{parent, UnknownLoc::get(&context), depth};
  for (Operation &op : parsed)
    if (!matchOp(op, top))
      return false;
  for (; next != end; next = outline.next(next))
    if (outline.kind(next) == StatementKind::BlockLabel)
      return false;
    else if (outline.kind(next) == StatementKind::Operation)
      found.missing.push_back(next);
  return true;
}

/// Goes on to the statement whose op's name is at that place, or behind a quote
/// there. False where there is none.
bool TextOrder::skipTo(ByteOffset place) {
  for (; next != noStatement; next = outline.next(next)) {
    ByteOffset name = outline.nameBegin(next);
    bool isOp = outline.kind(next) == StatementKind::Operation;
    if (isOp && (name == place || name == place + 1))
      return true;
    if (name >= place || outline.kind(next) == StatementKind::BlockLabel)
      return false;
    if (isOp)
      found.missing.push_back(next);
  }
  return false;
}

bool TextOrder::matchOp(Operation &op, const Around &around) {
  Location written = op.getLoc();
  auto place = dyn_cast<FileLineColLoc>(written);
  if (!place || written == around.written) {
    if (around.id != noStatement)
      placeAt(&op, around.id);
    return matchRegions(op, around);
  }
  std::optional<ParseBuffer::Place> name = buffer.placeOf(place);
  if (!name || !skipTo(name->offset))
    return false;
  Around inside{next, written, around.depth + 1};
  if (outline.depth(next) != inside.depth)
    return false;
  found.ops.emplace_back(next, &op);
  placeAt(&op, next);
  next = outline.next(next);
  return matchRegions(op, inside);
}

/// As far as the place of its first op tells, where that is no implied one.
static std::pair<unsigned, unsigned> beginOf(Region *region) {
  if (region->empty() || region->front().empty())
    return {0, 0};
  auto place = dyn_cast<FileLineColLoc>(region->front().front().getLoc());
  return place ? std::pair(place.getLine(), place.getColumn())
               : std::pair(0u, 0u);
}

/// The text may have them in another order than the op.
bool TextOrder::matchRegions(Operation &op, const Around &around) {
  llvm::SmallVector<Region *, 2> regions(
      llvm::make_pointer_range(op.getRegions()));
  if (regions.size() > 1)
    llvm::stable_sort(
        regions, [](Region *a, Region *b) { return beginOf(a) < beginOf(b); });
  for (Region *region : regions)
    for (Block &block : *region)
      if (!matchBlock(block, around))
        return false;
  return true;
}

bool TextOrder::matchBlock(Block &block, const Around &around) {
  if (isAtLabel()) {
    // Of an empty one it may be the label, or of the one behind.
    if (block.empty() || !matchLabel(block, around))
      return false;
  } else if (block.isEntryBlock()) {
    addArguments(block, around.id);
  } else {
    return false;
  }
  for (Operation &op : block)
    if (!matchOp(op, around))
      return false;
  return true;
}

bool TextOrder::isAtLabel() {
  return next != noStatement && outline.kind(next) == StatementKind::BlockLabel;
}

bool TextOrder::matchLabel(Block &block, const Around &around) {
  if (outline.depth(next) != around.depth + 1)
    return false;
  found.labels.emplace_back(next, &block);
  unsigned count = 0;
  for (uint32_t i = 0; i < outline.nameCount(next); ++i) {
    NameOccurrence name = outline.name({next, i});
    if (name.kind != NameKind::Value || !name.isDefinition)
      continue;
    if (count == block.getNumArguments())
      return false;
    found.arguments.emplace_back(name.id, block.getArgument(count++));
  }
  next = outline.next(next);
  return count == block.getNumArguments();
}

/// Those that the header of the op around names, on its next line as well,
/// which the outline takes for a statement without an op; others may have the
/// place of an operand.
void TextOrder::addArguments(Block &block, StatementId around) {
  for (BlockArgument argument : block.getArguments())
    if (auto place = dyn_cast<FileLineColLoc>(argument.getLoc()))
      if (auto at = buffer.placeOf(place))
        if (auto name = outline.nameStartingAt(at->offset);
            name && (name->statement == around ||
                     outline.opName(name->statement).empty()))
          found.arguments.emplace_back(*name, argument);
}
