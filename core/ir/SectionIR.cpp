//===- SectionIR.cpp ------------------------------------------------------===//

#include "shapels/ir/SectionIR.h"
#include "shapels/ir/DiagnosticCollector.h"
#include "shapels/ir/SectionContents.h"
#include "shapels/ir/SectionEditor.h"
#include "shapels/ir/TypeReferences.h"

using namespace shapels;

SectionIR::SectionIR(TextSpan text, const Outline &outline,
                     mlir::MLIRContext &context, Watch &watch)
    : outline(outline), context(context), watch(watch),
      contents(std::make_unique<Contents>()) {
  parseSection(text, outline, context, watch, *contents);
}

void SectionIR::Contents::forgetValues(mlir::Operation *op) {
  auto forgetValue = [&](mlir::Value value) {
    written.erase(value);
    auto found = names.find(value);
    if (found == names.end())
      return;
    if (valueOf(found->second.id) == value)
      values.erase(keyOf(found->second.id));
    names.erase(found);
  };
  op->walk([&](mlir::Operation *nested) {
    for (mlir::Value result : nested->getResults())
      forgetValue(result);
    for (mlir::Region &region : nested->getRegions())
      for (mlir::Block &block : region)
        llvm::for_each(block.getArguments(), forgetValue);
  });
}

void SectionIR::Contents::forget(mlir::Operation *op) {
  forgetValues(op);
  for (auto entry = operations.begin(); entry != operations.end(); ++entry)
    if (op->isAncestor(entry->second)) {
      opaque.erase(entry->first);
      operations.erase(entry);
    }
  for (auto entry = labels.begin(); entry != labels.end(); ++entry)
    if (entry->second && op->isAncestor(entry->second->getParentOp()))
      labels.erase(entry);
}

SectionIR::~SectionIR() = default;

bool SectionIR::update(TextSpan text, const StatementChanges &changes,
                       IrWork &work) {
  return SectionEditor(text, outline, context, watch, *contents)
      .edit(changes, work);
}

std::vector<IrDiagnostic> SectionIR::diagnostics() const {
  std::vector<IrDiagnostic> all = contents->diagnostics;
  for (const AnchoredDiagnostic &diagnostic : contents->anchored)
    all.push_back(diagnostic.resolve(outline));
  return all;
}

mlir::Operation *SectionIR::operationOf(StatementId statement) const {
  return contents->operations.lookup(statement);
}

StatementId SectionIR::statementOf(mlir::Operation *op) {
  return shapels::statementOf(op->getLoc());
}

mlir::Value SectionIR::valueOf(NameId definition, unsigned number) const {
  mlir::Value first = contents->valueOf(definition);
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
    return Definition{found->second.id, 0};
  // A group is known by its first result.
  auto result = llvm::dyn_cast<mlir::OpResult>(value);
  for (unsigned back = 1; result && back <= result.getResultNumber(); ++back) {
    unsigned first = result.getResultNumber() - back;
    found = contents->names.find(result.getOwner()->getResult(first));
    if (found != contents->names.end())
      return Definition{found->second.id, back};
  }
  return std::nullopt;
}

SectionIR::TypeSource SectionIR::typeSourceOf(mlir::Value value) const {
  auto written = contents->written.find(value);
  if (value.getType() == unknownType(context))
    return TypeSource::None;
  if (written == contents->written.end())
    return TypeSource::Known;
  return written->second == value.getType() ? TypeSource::Written
                                            : TypeSource::Use;
}

bool SectionIR::isSound(mlir::Operation *op) const {
  return !contents->verdict.wrong.ops.contains(op);
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
    bool isOurs = op == contents->module->getOperation()
                      ? statementOf(op) == noStatement
                      : isPlaceholder(op);
    if (!isOurs)
      visit(op);
  });
}
