//===- Section.cpp --------------------------------------------------------===//

#include "shapels/analysis/Section.h"
#include "shapels/ir/Dialects.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

#include <charconv>

using namespace shapels;

Section::Section(std::string text, ByteOffset start, mlir::MLIRContext &context)
    : contents(std::move(text)), begin(start), mlirContext(context),
      statements(outlineOf(contents, Dialects::upstream().ops())),
      definitions(resolveNames(contents, statements)),
      live(std::make_unique<SectionIR>(contents, statements, context)) {}

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
  auto result = llvm::dyn_cast<mlir::OpResult>(value);
  mlir::Operation *op =
      result ? result.getOwner()
             : llvm::cast<mlir::BlockArgument>(value).getOwner()->getParentOp();
  StatementId id = op ? live->statementOf(op) : noStatement;
  if (id == noStatement)
    return {};
  // A block's arguments stand in the op's header or in a label right below.
  for (StatementId at = id; at < statement(id).subtreeEnd; ++at) {
    bool mayDefine =
        at == id ||
        (!result && statement(at).kind == StatementKind::BlockLabel &&
         statement(at).parent == id);
    if (!mayDefine)
      continue;
    for (const NameOccurrence *name : statements.namesOf(at)) {
      if (!name->isDefinition || name->kind != NameKind::Value)
        continue;
      for (unsigned number = 0; number < name->resultCount; ++number)
        if (live->valueOf(name->range.begin, number) == value)
          return name->range;
    }
  }
  return statement(id).name;
}

std::string Section::nameOf(mlir::Value value) const {
  ByteRange range = definitionOf(value);
  std::string name(slice(range));
  if (!name.starts_with('%'))
    return "<value>";
  auto first =
      llvm::dyn_cast_if_present<mlir::OpResult>(live->valueOf(range.begin, 0));
  const NameOccurrence *occurrence = statements.nameAt(range.begin);
  if (first && occurrence && occurrence->resultCount > 1)
    name += "#" +
            std::to_string(llvm::cast<mlir::OpResult>(value).getResultNumber() -
                           first.getResultNumber());
  return name;
}
