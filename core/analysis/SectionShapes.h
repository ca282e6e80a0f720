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

/// Whether something is said of the op that makes it wrong.
using IsWrong = std::function<bool(mlir::Operation *)>;

class SectionShapes {
public:
  /// Both outlive it.
  SectionShapes(const Section &section, const Configuration &configuration,
                IsWrong isSaidWrong = {});
  ~SectionShapes();
  SectionShapes(const SectionShapes &) = delete;
  SectionShapes &operator=(const SectionShapes &) = delete;

  /// What follows for a value from arguments and constants alone, and by which
  /// rule. Null where nobody looked at it.
  const ValueShape *find(mlir::Value value);
  /// What the declared types of its op's operands imply, if that is not wrong.
  const ValueShape *findByTypes(mlir::Value value);
  std::optional<std::vector<Dim>> sizesByTypes(mlir::Value value);

  /// From arguments alone; equal sizes are the same expression. Unknown where
  /// nothing is known.
  Shape symbolic(mlir::Value value);
  /// The same, or where that is unknown, by its operands' declared types.
  Shape bestSymbolic(mlir::Value value);
  /// The integers in it; nothing where they are not tracked.
  std::optional<Elements> elements(mlir::Value value);
  /// Whether its op is a call of which the function tells more.
  bool isByFunction(mlir::Value value);
  /// Whether the op is wrong, by itself or beside others, and implies nothing.
  bool isWrong(mlir::Operation *op);
  /// With the names that the section has for values.
  std::string text(DimExpr expr);

  /// What the user calls it, of Kind::Named.
  const std::string &nameOf(const DimSource &source) const {
    return names->name(source.index);
  }

  const Configuration &settings() const { return configuration; }
  ShapeAnalysis &fromArguments() { return *byArguments; }
  ShapeAnalysis &fromTypes() { return *byTypes; }
  /// One that knows nothing yet.
  std::unique_ptr<ShapeAnalysis> newAnalysis() const;

  /// To be called after each update of the section that did not make its IR
  /// anew; costs what changed. `judged` are the ops of which isSaidWrong()
  /// says something else now. Returns false where this is of no use any more
  /// and has to be made anew.
  bool update(const SectionUpdate &done,
              const std::vector<mlir::Operation *> &judged);

private:
  ShapeAnalysis &byTypesOf(mlir::Value value);
  /// Single ops are asked about what they call what byArguments knows of that.
  std::unique_ptr<ShapeAnalysis> make(bool areTypesTrusted,
                                      bool isOfSingleOps = false) const;

  const Section &section;
  const Configuration &configuration;
  IsWrong isSaidWrong;
  std::shared_ptr<DimNames> names = std::make_shared<DimNames>();
  std::unique_ptr<ShapeAnalysis> byArguments, byTypes;
  /// Over byArguments' expressions.
  std::unique_ptr<Annotations> annotations;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SECTIONSHAPES_H
