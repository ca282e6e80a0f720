//===- Section.cpp --------------------------------------------------------===//

#include "core/analysis/Section.h"
#include "core/ir/context/DefinedOps.h"
#include "core/ir/context/Dialects.h"
#include "core/syntax/Lexer.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

#include <algorithm>
#include <cassert>
#include <charconv>

using namespace shapels;

Section::Section(const TextBuffer &buffer, DocumentRange range,
                 const Dialects &dialects, Context &shared,
                 CrashGuard &crashGuard, SectionOrigin origin)
    : buffer(buffer), part(range), known(dialects), shared(shared),
      guard(crashGuard), origin(origin),
      statements(std::in_place, dialects.ops()) {}

void Section::moveWith(const uint32_t *further) {
  part = range();
  moved = further;
}

void Section::edit(SectionRange edit, uint32_t newSize) {
  part.end = part.end - edit.size() + newSize;
  hasEdits = true;
  SectionRange lines{span().lineStart(edit.begin),
                     span().lineEnd(edit.begin + newSize)};
  hasMention |= slice(lines).find("expected-") != std::string_view::npos;
  if (!isOutlined)
    return;
  hasMention |= mentions.edit(span(), edit, newSize);
  OutlineChange change = statements->apply(span(), edit, newSize);
  for (StatementId id : change.removed) {
    dirty.erase(id);
    touched.erase(id);
    beside.erase(id);
    if (fresh.erase(id) == 0)
      removed.insert(id);
  }
  dirty.insert(change.added.begin(), change.added.end());
  fresh.insert(change.added.begin(), change.added.end());
  dirty.insert(change.changed.begin(), change.changed.end());
  if (StatementId at = statements->statementAt(edit.begin); at != noStatement)
    touched.insert(at);
  for (StatementId at : {statements->lastUntil(edit.begin),
                         statements->firstFrom(edit.begin + newSize)})
    if (at != noStatement)
      beside.insert(at);
  hasMoved |= !change.moved.empty();
}

StatementChanges Section::takeChanges() {
  StatementChanges changes{{removed.begin(), removed.end()},
                           {dirty.begin(), dirty.end()},
                           {touched.begin(), touched.end()},
                           {beside.begin(), beside.end()}};
  removed.clear();
  touched.clear();
  beside.clear();
  dirty.clear();
  fresh.clear();
  hasEdits = false;
  return changes;
}

/// Without what it nests. An open region reaches behind the last token.
static std::vector<SectionRange> ownText(const Outline &outline,
                                         StatementId id) {
  std::vector<SectionRange> result;
  SectionRange rest = outline.range(id);
  for (const RegionText &region : outline.regions(id)) {
    result.push_back({rest.begin, std::min(region.inside.begin, rest.end)});
    rest.begin = std::min(region.inside.end, rest.end);
  }
  result.push_back(rest);
  return result;
}

void Section::chooseContext() {
  StructBodies structs;
  hasStructConflict = !structs.add(text());
  hasStructAlias = structs.nameAlias();
  bool mayShare = !hasStructConflict && !hasStructAlias &&
                  (structs.empty() || shared.structs.add(text()));
  own = mayShare ? nullptr : std::make_unique<Context>(known);
  if (!own)
    return;
  own->structs = std::move(structs);
  defineOps(*own->mlir, sharedDefinedOps(*shared.mlir));
}

/// Whether the context remembers a struct otherwise.
bool Section::changesStructs(const StatementChanges &changes) {
  bool isChanged = hasStructConflict;
  for (StatementId id : changes.dirty) {
    isChanged |= hasStructAlias && statements->kind(id) == StatementKind::Alias;
    for (SectionRange range : ownText(*statements, id))
      isChanged |= !current().structs.add(slice(range));
  }
  return isChanged;
}

bool Section::updateLive(SectionUpdate &done) {
  done.changes = takeChanges();
  for (StatementId id : done.changes.dirty)
    for (SectionRange range : ownText(*statements, id))
      garbage += range.size();
  return !std::exchange(hasMoved, false) && !changesStructs(done.changes) &&
         live->update(span(), done.changes, done.work);
}

bool Section::openLive(SectionUpdate &done) {
  live.reset();
  isPartial = isUnread = false;
  takeChanges();
  hasMoved = false;
  if (guard.isSuperseded())
    return false;
  chooseContext();
  wake();
  if (isPartial) {
    live.reset();
    return false;
  }
  done = {};
  done.work.isWhole = true;
  return true;
}

void Section::rest() const {
  if (!live || isUnread || taught.hasOwn())
    return;
  live.reset();
  isPartial = false;
  garbage += part.size();
}

const SectionIR &Section::wake() const {
  live = isUnread ? std::make_unique<SectionIR>(*statements, context())
                  : std::make_unique<SectionIR>(span(), *statements, context(),
                                                guard, origin);
  isPartial = !isUnread && guard.isSuperseded();
  if (awake && !isUnread)
    awake->push_back(this);
  return *live;
}

void Section::updateStatements() {
  if (isOutlined || !origin.isMlir)
    return;
  statements->apply(span(), {}, part.size());
  mentions.read(text());
  isOutlined = true;
}

std::optional<SectionUpdate> Section::update() {
  SectionUpdate done;
  if (!origin.isMlir) {
    leaveUnread();
    done.work.isWhole = true;
    return done;
  }
  updateStatements();
  bool isLive =
      live && !isPartial && !isUnread && (!hasEdits || updateLive(done));
  if (!isLive && !openLive(done))
    return std::nullopt;
  done.taught =
      taught.update(span(), *live, current().libraries.all(), done.work);
  done.mentionsUs = std::exchange(hasMention, false);
  done.garbage = std::exchange(garbage, 0);
  return done;
}

void Section::leaveUnread() {
  if (origin.isMlir && !isOutlined)
    mentions.read(text());
  takeChanges();
  hasMoved = isPartial = false;
  isUnread = true;
  live.reset();
}

void Section::giveUp() {
  taught = {};
  live.reset();
  own.reset();
  statements.emplace(known.ops());
  mentions = {};
}

std::vector<SectionRange> Section::comments() const {
  std::vector<SectionRange> result;
  for (SectionOffset at : mentions.places()) {
    SectionRange line{span().lineStart(at), span().lineEnd(at)};
    SectionOffset inLine = at - line.begin.value;
    if (isInComment(slice(line), inLine))
      result.push_back({at, line.end});
  }
  return result;
}

SectionOffset Section::behindName(StatementId id) const {
  SectionRange name = statement(id).name;
  bool isQuoted = name.begin.value != 0 &&
                  slice({name.begin - 1, name.begin}) == "\"" &&
                  slice({name.end, name.end + 1}) == "\"";
  return name.end + isQuoted;
}

std::optional<NameOccurrence>
Section::definitionOf(const NameOccurrence &name) const {
  std::optional<NameId> id = statements->definitionOf(name.id);
  return id ? std::optional(statements->name(*id)) : std::nullopt;
}

std::vector<NameOccurrence>
Section::occurrencesOf(const NameOccurrence &name) const {
  std::optional<NameId> definition = statements->definitionOf(name.id);
  return definition ? statements->occurrencesOf(*definition)
                    : std::vector{name};
}

mlir::Value Section::valueOf(const NameOccurrence &name) const {
  std::optional<NameId> definition = statements->definitionOf(name.id);
  if (!definition || name.kind != NameKind::Value)
    return {};
  std::string_view spelling = slice(name.range);
  unsigned number = 0;
  if (size_t hash = spelling.find('#'); hash != spelling.npos)
    std::from_chars(spelling.data() + hash + 1,
                    spelling.data() + spelling.size(), number);
  return ir().valueOf(*definition, number);
}

SectionRange Section::rangeOf(mlir::Operation *op) const {
  StatementId id = SectionIR::statementOf(op);
  return id == noStatement ? SectionRange{} : statement(id).name;
}

std::vector<SectionRange> Section::operandRanges(mlir::Operation *op) const {
  std::vector<SectionRange> ranges(op->getNumOperands(), rangeOf(op));
  StatementId id = SectionIR::statementOf(op);
  if (id == noStatement)
    return ranges;
  std::vector<NameOccurrence> uses = statements->names(id);
  std::erase_if(uses, [&](const NameOccurrence &name) {
    return statements->isDefinition(name.id);
  });
  for (mlir::OpOperand &operand : op->getOpOperands()) {
    auto use = std::find_if(uses.begin(), uses.end(), [&](const auto &name) {
      return valueOf(name) == operand.get();
    });
    if (use == uses.end())
      continue;
    ranges[operand.getOperandNumber()] = use->range;
    uses.erase(use);
  }
  return ranges;
}

SectionRange Section::definitionOf(mlir::Value value) const {
  if (auto definition = ir().definitionOf(value))
    return statements->name(definition->name).range;
  mlir::Operation *op = value.getDefiningOp();
  if (!op)
    op = llvm::cast<mlir::BlockArgument>(value).getOwner()->getParentOp();
  return op ? rangeOf(op) : SectionRange{};
}

std::string Section::nameOf(mlir::Value value) const {
  std::optional<SectionIR::Definition> definition = ir().definitionOf(value);
  if (!definition)
    return "<value>";
  NameOccurrence name = statements->name(definition->name);
  std::string text(slice(name.range));
  if (name.resultCount > 1)
    text += "#" + std::to_string(definition->number);
  return text;
}
