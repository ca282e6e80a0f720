//===- SectionLibraries.h - Shapes that users teach in a section -*- C++
//-*-===//
//
// Private to analysis/. What the libraries in a section's text say, and behind
// them those of files. Follows the IR: its ops are those of the last update.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SECTIONLIBRARIES_H
#define SHAPELS_ANALYSIS_SECTIONLIBRARIES_H

#include "core/analysis/SectionUpdate.h"
#include "core/shape/library/ShapeFunctions.h"
#include "core/text/TextSpan.h"

#include <vector>

namespace shapels {

class SectionLibraries {
public:
  /// To be called after each update of the IR, which did `work`. `files` are
  /// the libraries of files, in order; they outlive this.
  SectionUpdate::Taught update(TextSpan text, const SectionIR &ir,
                               const std::vector<mlir::Operation *> &files,
                               const IrWork &work);

  const ShapeFunctions &functions() const { return taught; }
  /// Whether the section itself has a library: then its IR is needed.
  bool hasOwn() const { return !teaching.empty(); }
  /// Whether the op is in a library of the section, or is one.
  bool has(mlir::Operation *op) const { return teaching.contains(op); }

private:
  void read(TextSpan text, const SectionIR &ir,
            const std::vector<mlir::Operation *> &files);
  bool changeWith(const IrWork &work) const;

  ShapeFunctions taught;
  /// The ops of `taught` that are in the section, with all that they nest.
  llvm::DenseSet<const void *> teaching;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SECTIONLIBRARIES_H
