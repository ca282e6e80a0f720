//===- Annotations.h - The user's names for sizes --------------*- C++ -*-===//
//
// Private to analysis/. `// shapels: %arg0 = [B, S, 128], B + S = 1024` names
// sizes of the arguments of the function that it stands in or directly before,
// and says what they equal. So do arguments' attributes in real files.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_ANNOTATIONS_H
#define SHAPELS_ANALYSIS_ANNOTATIONS_H

#include "core/analysis/Section.h"
#include "core/shape/DimExpr.h"

#include "llvm/ADT/DenseSet.h"

#include <map>
#include <string>
#include <vector>

namespace shapels {

/// The place of a comment or attribute that names sizes.
struct Annotation {
  /// Its text behind `shapels:`.
  SectionRange text;
  /// The function that it is about; noStatement if no function follows.
  StatementId function = noStatement;
};

/// The annotations of the section in the order of the text.
std::vector<Annotation> annotationsOf(const Section &section);

/// A mistake in an annotation; `range` counts from the section's start.
struct AnnotationMistake {
  SectionRange range;
  std::string message;
  /// Whether the annotation cannot be read; otherwise it does not fit the
  /// function.
  bool isSyntax = false;
};

/// The meaning of a section's annotations, as equalities of expressions over
/// sizes of arguments and names. Valid for the IR that it was made of.
class Annotations {
public:
  /// Which functions' attributes are read.
  enum class Of { All, Commented };
  /// Expressions are `exprs`'; both outlive it.
  Annotations(const Section &section, DimExprs &exprs, Of of);

  struct Equality {
    DimExpr a, b;
    mlir::Operation *function;
    SectionRange range;
  };
  const std::vector<Equality> &equalities() const { return all; }
  using Pairs = std::vector<std::pair<DimExpr, DimExpr>>;
  std::map<mlir::Operation *, Pairs> byFunction() const;
  /// Whether other equalities may follow after an update of the section that
  /// did this work, in which no comment for us was edited.
  bool mayChange(const Section &section, const IrWork &work) const;
  const std::vector<AnnotationMistake> &mistakes() const { return wrong; }
  /// The expression with the names that the section's text and the annotations
  /// give to values and sizes.
  std::string text(DimExpr expr, const Section &section) const;

private:
  friend class AnnotationReader;
  using Target = std::pair<StatementId, mlir::Operation *>;

  void addAllDimParams(const Section &section, DimExprs &exprs);
  void addDimParams(const Section &section, StatementId id, DimExprs &exprs);

  std::vector<Equality> all;
  std::vector<AnnotationMistake> wrong;
  std::shared_ptr<DimNames> names;
  /// The function that each comment is about.
  std::vector<Target> targets;
  /// The functions that comments and attributes are about.
  llvm::DenseSet<const void *> functions;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_ANNOTATIONS_H
