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

/// Where one stands.
struct Annotation {
  /// Behind the marker.
  SectionRange text;
  /// The function that it is about; noStatement where there is none.
  StatementId function = noStatement;
};

/// Those of the section, in order.
std::vector<Annotation> annotationsOf(const Section &section);

/// What is wrong with one; in the section.
struct AnnotationMistake {
  SectionRange range;
  std::string message;
  /// It cannot be read; else it does not fit the function.
  bool isSyntax = false;
};

/// What they say, as expressions over sizes of arguments and names.
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
  /// Whether an update of the section, in which no comment for us was edited,
  /// may have others come out.
  bool mayChange(const Section &section, const IrWork &work) const;
  const std::vector<AnnotationMistake> &mistakes() const { return wrong; }
  /// With the names of the section, and with those given here.
  std::string text(DimExpr expr, const Section &section) const;

private:
  friend class AnnotationReader;
  using Target = std::pair<StatementId, mlir::Operation *>;

  void addAllDimParams(const Section &section, DimExprs &exprs);
  void addDimParams(const Section &section, StatementId id, DimExprs &exprs);

  std::vector<Equality> all;
  std::vector<AnnotationMistake> wrong;
  std::shared_ptr<DimNames> names;
  /// Which function each comment is about.
  std::vector<Target> targets;
  /// Those that comments and attributes are about.
  llvm::DenseSet<const void *> functions;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_ANNOTATIONS_H
