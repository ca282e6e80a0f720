//===- SectionShapes.cpp --------------------------------------------------===//

#include "shapels/analysis/SectionShapes.h"
#include "shapels/analysis/Annotations.h"
#include "shapels/analysis/Finding.h"
#include "shapels/analysis/OperationText.h"
#include "shapels/analysis/Section.h"
#include "shapels/ir/TypeReferences.h"
#include "shapels/shape/ShapeAnalysis.h"
#include "shapels/shape/StatedShape.h"

using namespace shapels;

static std::unique_ptr<ShapeAnalysis>
makeAnalysis(const Section &section, const Configuration &configuration,
             ShapeAnalysis::Trust trust) {
  ShapeAnalysis::Options options;
  options.trust = trust;
  options.isStrict = configuration.dynamicDims == DynamicDims::Strict;
  options.familyOf = [&configuration](mlir::Operation *op) {
    return declaredFamily(op, configuration);
  };
  options.isBroadcastable = [&configuration](mlir::Operation *op) {
    return isBroadcastable(op, configuration);
  };
  options.isSound = [&section](mlir::Operation *op) {
    return section.ir().isSound(op);
  };
  options.textOf = [&section](mlir::Operation *op) {
    return customText(section, op);
  };
  return std::make_unique<ShapeAnalysis>(std::move(options));
}

SectionShapes::SectionShapes(const Section &section,
                             const Configuration &configuration)
    : section(section), configuration(configuration),
      byArguments(makeAnalysis(section, configuration,
                               ShapeAnalysis::Trust::Arguments)),
      byTypes(
          makeAnalysis(section, configuration, ShapeAnalysis::Trust::Declared)),
      annotations(
          std::make_unique<Annotations>(section, byArguments->exprs())) {
  for (const Annotations::Equality &equality : annotations->equalities())
    byArguments->learnGiven(equality.a, equality.b);
}

SectionShapes::~SectionShapes() = default;

//===----------------------------------------------------------------------===//
// The two analyses
//===----------------------------------------------------------------------===//

ShapeAnalysis &SectionShapes::analysed(ShapeAnalysis &analysis, bool &isDone) {
  if (std::exchange(isDone, true))
    return analysis;
  mlir::Operation *root = nullptr;
  section.ir().walk([&](mlir::Operation *op) { root = root ? root : op; });
  while (root && root->getParentOp())
    root = root->getParentOp();
  if (root)
    analysis.analyze(root);
  return analysis;
}

ShapeAnalysis &SectionShapes::fromArguments() {
  return analysed(*byArguments, hasArguments);
}

ShapeAnalysis &SectionShapes::fromTypes() {
  return analysed(*byTypes, hasTypes);
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
  const ValueShape *known = find(value);
  return known ? byArguments->canonical(known->shape) : Shape::unknown();
}

Shape SectionShapes::bestSymbolic(mlir::Value value) {
  Shape shape = symbolic(value);
  const ValueShape *known = shape.hasRank ? nullptr : findByTypes(value);
  return known ? byTypes->canonical(known->shape) : shape;
}

std::optional<Elements> SectionShapes::elements(mlir::Value value) {
  std::optional<Elements> elements = fromArguments().elementsOf(value);
  if (elements)
    *elements = byArguments->canonical(std::move(*elements));
  return elements;
}

std::unique_ptr<ShapeAnalysis> SectionShapes::newAnalysis() const {
  return makeAnalysis(section, configuration, ShapeAnalysis::Trust::Arguments);
}

std::string SectionShapes::text(DimExpr expr) {
  return annotations->text(expr, section);
}

static std::optional<std::string> typeOf(ShapeAnalysis &analysis,
                                         mlir::Value value) {
  const ValueShape *known = analysis.find(value);
  if (!known || !known->shape.hasRank)
    return std::nullopt;
  std::vector<Dim> dims;
  for (DimExpr dim : known->shape.dims)
    dims.push_back(analysis.dimOf(dim));
  return typeTextWith(value.getType(), dims);
}

std::optional<std::string> SectionShapes::inferredType(mlir::Value value) {
  return typeOf(fromTypes(), value);
}

std::optional<std::string> SectionShapes::typeFromArguments(mlir::Value value) {
  return typeOf(fromArguments(), value);
}
