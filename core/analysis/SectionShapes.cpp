//===- SectionShapes.cpp --------------------------------------------------===//

#include "shapels/analysis/SectionShapes.h"
#include "shapels/analysis/Annotations.h"
#include "shapels/analysis/Finding.h"
#include "shapels/analysis/OperationText.h"
#include "shapels/analysis/Section.h"
#include "shapels/analysis/SketchOf.h"
#include "shapels/ir/TypeReferences.h"
#include "shapels/shape/ShapeAnalysis.h"

using namespace shapels;

std::unique_ptr<ShapeAnalysis> SectionShapes::make(bool areTypesTrusted,
                                                   bool isOfSingleOps) const {
  ShapeAnalysis::Options options;
  options.trust = areTypesTrusted ? ShapeAnalysis::Trust::Declared
                                  : ShapeAnalysis::Trust::Arguments;
  options.isStrict = configuration.dynamicDims == DynamicDims::Strict;
  options.familyOf = [this](llvm::StringRef name) {
    return configuration.ops.find(std::string_view(name));
  };
  options.isBroadcastable = [this](mlir::Operation *op) {
    return isBroadcastable(op, configuration);
  };
  options.names = names;
  options.isSound = [this](mlir::Operation *op) {
    return section.ir().isSound(op);
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

SectionShapes::SectionShapes(const Section &section,
                             const Configuration &configuration)
    : section(section), configuration(configuration), byArguments(make(false)),
      byTypes(make(true)),
      annotations(std::make_unique<Annotations>(section, byArguments->exprs(),
                                                Annotations::Of::All)) {
  for (const auto &[function, pairs] : annotations->byFunction())
    byArguments->learnGiven(function, pairs);
}

SectionShapes::~SectionShapes() = default;

bool SectionShapes::update() {
  const IrWork &work = section.work();
  if (byArguments->isWorn() || byTypes->isWorn() || section.mentionsUs() ||
      annotations->mayChange(section))
    return false;
  for (ShapeAnalysis *analysis : {byArguments.get(), byTypes.get()})
    analysis->change(work.changed, work.erased);
  return true;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

const ValueShape *SectionShapes::find(mlir::Value value) {
  return fromArguments().find(value);
}

const ValueShape *SectionShapes::findByTypes(mlir::Value value) {
  return fromTypes().find(value);
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

std::unique_ptr<ShapeAnalysis> SectionShapes::newAnalysis() const {
  return make(false, /*isOfSingleOps=*/true);
}

std::string SectionShapes::text(DimExpr expr) {
  return annotations->text(expr, section);
}
