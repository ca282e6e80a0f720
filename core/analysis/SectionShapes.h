//===- SectionShapes.h - The inferred shapes of one section ----*- C++ -*-===//
//
// What hover, inlay hints and `--print-inferred` know of the shape of a value.
// Owned by the Document, which makes it when it is first asked for. Everything
// here holds until the document is edited.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SECTIONSHAPES_H
#define SHAPELS_ANALYSIS_SECTIONSHAPES_H

#include "core/analysis/Configuration.h"
#include "core/shape/Shape.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class Operation;
class Value;
} // namespace mlir

namespace shapels {

class Annotations;
class ShapeAnalysis;
class Section;
struct SectionUpdate;

/// Whether a finding by itself makes the op wrong, so that nothing may be
/// inferred from it.
using IsWrong = std::function<bool(mlir::Operation *)>;

class SectionShapes {
public:
  /// Both outlive it.
  SectionShapes(const Section &section, const Configuration &configuration,
                IsWrong isSaidWrong = {});
  ~SectionShapes();
  SectionShapes(const SectionShapes &) = delete;
  SectionShapes &operator=(const SectionShapes &) = delete;

  /// What follows for the value from arguments and constants alone, and by
  /// which rule. Null where the op is not inferred, as in an op that is not
  /// sound.
  const ValueShape *find(mlir::Value value);
  /// What the declared types of its op's operands imply, if the op is not
  /// wrong.
  const ValueShape *findByTypes(mlir::Value value);
  std::optional<std::vector<Dim>> sizesByTypes(mlir::Value value);

  /// The shape that follows from arguments alone; equal sizes are the same
  /// expression. Shape::unknown() where nothing is known.
  Shape symbolic(mlir::Value value);
  /// The same; where that is unknown, what the declared types of the op's
  /// operands imply.
  Shape bestSymbolic(mlir::Value value);
  /// The integers in it; nothing where they are not tracked.
  std::optional<Elements> elements(mlir::Value value);
  /// Whether its op is a call whose shapes are known by the called function.
  bool isByFunction(mlir::Value value);
  /// Whether the op is wrong, by itself or in conflict with others; nothing is
  /// inferred from it then.
  bool isWrong(mlir::Operation *op);
  /// The expression with the names that the text has for values.
  std::string text(DimExpr expr);

  /// The user's name for a source of Kind::Named.
  const std::string &nameOf(const DimSource &source) const {
    return names->name(source.index);
  }

  const Configuration &settings() const { return configuration; }
  ShapeAnalysis &fromArguments() { return *byArguments; }
  ShapeAnalysis &fromTypes() { return *byTypes; }
  /// A number that no section had before its last update.
  uint64_t revision() const { return lastUpdate; }
  /// Another analysis with the same options, which has inferred nothing yet.
  std::unique_ptr<ShapeAnalysis> newAnalysis() const;

  /// To be called after each update of the section that did not make its IR
  /// anew; costs what changed. `judged` are the ops of which isSaidWrong()
  /// says something else now. Returns false where this is of no use any more
  /// and has to be made anew.
  bool update(const SectionUpdate &done,
              const std::vector<mlir::Operation *> &judged);

private:
  ShapeAnalysis &byTypesOf(mlir::Value value);
  /// `isOfSingleOps`: the analysis takes what it needs of called functions from
  /// byArguments.
  std::unique_ptr<ShapeAnalysis> make(bool areTypesTrusted,
                                      bool isOfSingleOps = false) const;

  const Section &section;
  const Configuration &configuration;
  IsWrong isSaidWrong;
  uint64_t lastUpdate;
  std::shared_ptr<DimNames> names = std::make_shared<DimNames>();
  std::unique_ptr<ShapeAnalysis> byArguments, byTypes;
  /// Over byArguments' expressions.
  std::unique_ptr<Annotations> annotations;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SECTIONSHAPES_H
