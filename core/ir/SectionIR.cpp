//===- SectionIR.cpp ------------------------------------------------------===//

#include "shapels/ir/SectionIR.h"
#include "shapels/ir/DiagnosticCollector.h"
#include "shapels/ir/SectionContents.h"

using namespace shapels;

SectionIR::SectionIR(std::string_view text, const Outline &outline,
                     const std::vector<NameId> &definitions,
                     mlir::MLIRContext &context, Watch &watch)
    : contents(std::make_unique<Contents>()) {
  parseSection(text, outline, definitions, context, watch, *contents);
}

void SectionIR::Contents::forget(mlir::Operation *op) {
  op->walk([&](mlir::Operation *nested) {
    for (auto entry = operations.begin(); entry != operations.end(); ++entry)
      if (entry->second == nested)
        operations.erase(entry);
    auto forgetValue = [&](mlir::Value value) {
      if (auto found = names.find(value); found != names.end()) {
        values.erase(found->second);
        names.erase(found);
      }
    };
    for (mlir::Value result : nested->getResults())
      forgetValue(result);
    for (mlir::Region &region : nested->getRegions())
      for (mlir::Value argument : region.getArguments())
        forgetValue(argument);
  });
}

SectionIR::~SectionIR() = default;

const std::vector<IrDiagnostic> &SectionIR::diagnostics() const {
  return contents->diagnostics;
}

mlir::Operation *SectionIR::operationOf(StatementId statement) const {
  return contents->operations.lookup(statement);
}

StatementId SectionIR::statementOf(mlir::Operation *op) {
  return shapels::statementOf(op->getLoc());
}

mlir::Value SectionIR::valueOf(ByteOffset definition, unsigned number) const {
  mlir::Value first = contents->values.lookup(definition.value);
  auto result = llvm::dyn_cast_if_present<mlir::OpResult>(first);
  if (!result || number == 0)
    return first;
  unsigned index = result.getResultNumber() + number;
  return index < result.getOwner()->getNumResults()
             ? result.getOwner()->getResult(index)
             : mlir::Value();
}

std::optional<SectionIR::Definition>
SectionIR::definitionOf(mlir::Value value) const {
  auto found = contents->names.find(value);
  if (found != contents->names.end())
    return Definition{{found->second}, 0};
  // A group is known by its first result.
  auto result = llvm::dyn_cast<mlir::OpResult>(value);
  for (unsigned back = 1; result && back <= result.getResultNumber(); ++back) {
    unsigned first = result.getResultNumber() - back;
    found = contents->names.find(result.getOwner()->getResult(first));
    if (found != contents->names.end())
      return Definition{{found->second}, back};
  }
  return std::nullopt;
}

static std::optional<std::string> printed(auto value) {
  if (!value)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream stream(text);
  value.print(stream);
  return text;
}

std::optional<std::string> SectionIR::aliasValue(std::string_view name) const {
  llvm::StringRef bare = llvm::StringRef(name).drop_front();
  return name.starts_with('#')
             ? printed(contents->attributeAliases.lookup(bare))
             : printed(contents->typeAliases.lookup(bare));
}

void SectionIR::walk(llvm::function_ref<void(mlir::Operation *)> visit) const {
  contents->module->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (op != contents->module->getOperation() ||
        statementOf(op) != noStatement)
      visit(op);
  });
}
