//===- Section.cpp --------------------------------------------------------===//

#include "shapels/analysis/Section.h"
#include "shapels/ir/Dialects.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

#include <charconv>

using namespace shapels;

Section::Section(std::string text, ByteOffset start, mlir::MLIRContext &context,
                 Watch &watch)
    : contents(std::move(text)), begin(start), mlirContext(context),
      guard(watch), statements(outlineOf(contents, Dialects::upstream().ops())),
      definitions(resolveNames(contents, statements)),
      live(std::make_unique<SectionIR>(contents, statements, definitions,
                                       context, watch)) {}

Section::Section(std::string text, ByteOffset start, mlir::MLIRContext &context,
                 Watch &watch, Outline outline)
    : contents(std::move(text)), begin(start), mlirContext(context),
      guard(watch), statements(std::move(outline)),
      live(std::make_unique<SectionIR>("", statements, definitions, context)) {}

std::unique_ptr<Section>
Section::unread(std::string text, mlir::MLIRContext &context, Watch &watch) {
  return std::unique_ptr<Section>(
      new Section(std::move(text), {0}, context, watch, Outline()));
}

ByteOffset Section::behindName(StatementId id) const {
  ByteOffset end = statement(id).name.end;
  return end + (slice({end, end + 1}) == "\"");
}

const NameOccurrence *Section::definitionOf(const NameOccurrence &name) const {
  NameId id = definitions[idOf(name)];
  return id == noName ? nullptr : &this->name(id);
}

std::vector<const NameOccurrence *>
Section::occurrencesOf(const NameOccurrence &name) const {
  NameId definition = definitions[idOf(name)];
  if (definition == noName)
    return {&name};
  std::vector<const NameOccurrence *> result;
  for (NameId id = 0; id < definitions.size(); ++id)
    if (definitions[id] == definition)
      result.push_back(&this->name(id));
  return result;
}

mlir::Value Section::valueOf(const NameOccurrence &name) const {
  const NameOccurrence *definition = definitionOf(name);
  if (!definition || name.kind != NameKind::Value)
    return {};
  std::string_view spelling = slice(name.range);
  unsigned number = 0;
  if (size_t hash = spelling.find('#'); hash != spelling.npos)
    std::from_chars(spelling.data() + hash + 1,
                    spelling.data() + spelling.size(), number);
  return live->valueOf(definition->range.begin, number);
}

ByteRange Section::rangeOf(mlir::Operation *op) const {
  StatementId id = live->statementOf(op);
  return id == noStatement ? ByteRange{} : statement(id).name;
}

std::vector<ByteRange> Section::operandRanges(mlir::Operation *op) const {
  std::vector<ByteRange> ranges(op->getNumOperands(), rangeOf(op));
  StatementId id = live->statementOf(op);
  if (id == noStatement)
    return ranges;
  std::vector<const NameOccurrence *> uses = statements.namesOf(id);
  for (mlir::OpOperand &operand : op->getOpOperands())
    for (const NameOccurrence *&use : uses)
      if (use && !use->isDefinition && valueOf(*use) == operand.get()) {
        ranges[operand.getOperandNumber()] = use->range;
        use = nullptr;
        break;
      }
  return ranges;
}

ByteRange Section::definitionOf(mlir::Value value) const {
  if (auto definition = live->definitionOf(value))
    if (const NameOccurrence *name = statements.nameAt(definition->name))
      return name->range;
  mlir::Operation *op = value.getDefiningOp();
  if (!op)
    op = llvm::cast<mlir::BlockArgument>(value).getOwner()->getParentOp();
  return op ? rangeOf(op) : ByteRange{};
}

std::string Section::nameOf(mlir::Value value) const {
  std::optional<SectionIR::Definition> definition = live->definitionOf(value);
  if (!definition)
    return "<value>";
  const NameOccurrence *name = statements.nameAt(definition->name);
  std::string text(name ? slice(name->range) : "<value>");
  if (name && name->resultCount > 1)
    text += "#" + std::to_string(definition->number);
  return text;
}
