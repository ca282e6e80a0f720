//===- SectionShapes.cpp --------------------------------------------------===//

#include "core/analysis/SectionShapes.h"
#include "core/analysis/Annotations.h"
#include "core/analysis/Finding.h"
#include "core/analysis/OperationText.h"
#include "core/analysis/Section.h"
#include "core/analysis/SketchOf.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/shape/ShapeAnalysis.h"

#include <atomic>

using namespace shapels;

/// Whether an operand, or the type of a result, is what others make of the
/// text.
static bool isGuess(const Section &section, mlir::Operation *op) {
  using Source = SectionIR::TypeSource;
  return llvm::any_of(op->getOperands(),
                      [](mlir::Value operand) {
                        mlir::Operation *definition = operand.getDefiningOp();
                        return definition && isPlaceholder(definition);
                      }) ||
         llvm::any_of(op->getResults(), [&](mlir::Value result) {
           Source source = section.ir().typeSourceOf(result);
           return source == Source::Use || source == Source::None;
         });
}

std::unique_ptr<ShapeAnalysis> SectionShapes::make(bool areTypesTrusted,
                                                   bool isOfSingleOps) const {
  ShapeAnalysis::Options options;
  options.trust = areTypesTrusted ? ShapeAnalysis::Trust::Declared
                                  : ShapeAnalysis::Trust::Arguments;
  options.isStrict = configuration.dynamicDims == DynamicDims::Strict;
  options.familyOf = [this](llvm::StringRef name) {
    return configuration.ops.find(std::string_view(name));
  };
  options.functionFor = [this](llvm::StringRef name) {
    return section.libraries().functions().find(name);
  };
  options.isBroadcastable = [this](mlir::Operation *op) {
    return isBroadcastable(op, configuration);
  };
  options.names = names;
  options.isSound = [this](mlir::Operation *op) {
    return section.ir().isSound(op);
  };
  options.isWrong = isSaidWrong;
  options.isGuess = [this](mlir::Operation *op) {
    return isGuess(section, op);
  };
  options.textOf = [this](mlir::Operation *op) {
    return customText(section, op);
  };
  options.aliasOf = [this](llvm::StringRef name) {
    return section.ir().aliasValue(name).value_or("");
  };
  options.sketchOf = [this](mlir::Operation *op) {
    return sketchOf(section, op);
  };
  if (isOfSingleOps)
    options.summaryAt = [this](mlir::Operation *call) {
      return byArguments->summaryAt(call);
    };
  return std::make_unique<ShapeAnalysis>(std::move(options));
}

static uint64_t countUpdate() {
  static std::atomic<uint64_t> updates = 0;
  return ++updates;
}

SectionShapes::SectionShapes(const Section &section,
                             const Configuration &configuration,
                             IsWrong isSaidWrong)
    : section(section), configuration(configuration),
      isSaidWrong(std::move(isSaidWrong)), lastUpdate(countUpdate()),
      byArguments(make(false)), byTypes(make(true)),
      annotations(std::make_unique<Annotations>(section, byArguments->exprs(),
                                                Annotations::Of::All)) {
  for (const auto &[function, pairs] : annotations->byFunction())
    byArguments->learnGiven(function, pairs);
}

SectionShapes::~SectionShapes() = default;

bool SectionShapes::update(const SectionUpdate &done,
                           const std::vector<mlir::Operation *> &judged) {
  lastUpdate = countUpdate();
  const IrWork &work = done.work;
  if (byArguments->isMostlyGarbage() || byTypes->isMostlyGarbage() ||
      done.mentionsUs || done.taught != SectionUpdate::Taught::Same ||
      annotations->mayChange(section, work))
    return false;
  std::vector<mlir::Operation *> changed = work.changed;
  llvm::append_range(changed, judged);
  for (ShapeAnalysis *analysis : {byArguments.get(), byTypes.get()})
    analysis->change(changed, work.erased);
  return true;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

const ValueShape *SectionShapes::find(mlir::Value value) {
  return fromArguments().find(value);
}

const ValueShape *SectionShapes::findByTypes(mlir::Value value) {
  return byTypesOf(value).find(value);
}

std::optional<std::vector<Dim>> SectionShapes::sizesByTypes(mlir::Value value) {
  return byTypesOf(value).sizes(value);
}

/// Declared types alone do not tell that an op is wrong beside others.
ShapeAnalysis &SectionShapes::byTypesOf(mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  const Conflict *conflict = op ? byArguments->conflictOf(op) : nullptr;
  return conflict && !conflict->reasons.empty() ? *byArguments : *byTypes;
}

Shape SectionShapes::symbolic(mlir::Value value) {
  return byArguments->symbolic(value);
}

Shape SectionShapes::bestSymbolic(mlir::Value value) {
  Shape shape = symbolic(value);
  return shape.hasRank ? shape : byTypes->symbolic(value);
}

std::optional<Elements> SectionShapes::elements(mlir::Value value) {
  return byArguments->elements(value);
}

bool SectionShapes::isByFunction(mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  const ValueShape *known = find(value);
  return op && known && known->shape.hasRank && !known->isStated &&
         !known->rule.empty() && ShapeAnalysis::mayCall(op->getName()) &&
         byArguments->summaryAt(op);
}

bool SectionShapes::isWrong(mlir::Operation *op) {
  return (isSaidWrong && isSaidWrong(op)) || byArguments->conflictOf(op);
}

std::unique_ptr<ShapeAnalysis> SectionShapes::newAnalysis() const {
  return make(false, /*isOfSingleOps=*/true);
}

std::string SectionShapes::text(DimExpr expr) {
  return annotations->text(expr, section);
}
