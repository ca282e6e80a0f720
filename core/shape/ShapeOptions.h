//===- ShapeOptions.h - What an analysis of shapes goes by -----*- C++ -*-===//

#ifndef SHAPELS_SHAPE_SHAPEOPTIONS_H
#define SHAPELS_SHAPE_SHAPEOPTIONS_H

#include "core/shape/DimNames.h"
#include "core/shape/OpFamilies.h"
#include "core/shape/OpSketch.h"
#include "core/shape/Summaries.h"

#include "mlir/IR/Operation.h"

#include <functional>
#include <memory>
#include <optional>

namespace shapels {

struct ShapeFunction;

struct ShapeOptions {
  /// What the rule of an op gets to know about its operands.
  enum class Trust {
    /// Their declared types.
    Declared,
    /// Shapes that follow from arguments and constants; declared result types
    /// are
    /// ignored.
    Arguments,
  };
  Trust trust = Trust::Arguments;
  /// Whether a `?` is never 1 at run time, and so never broadcasts, as in
  /// PyTorch.
  bool isStrict = false;
  /// The family that the user declares for ops of that name; outweighs the
  /// rule.
  std::function<std::optional<OpFamily>(llvm::StringRef)> familyOf;
  /// The shape function that a user gives for ops of that name; null if there
  /// is none. Outweighs the rule, and what MLIR knows of the op.
  std::function<const ShapeFunction *(llvm::StringRef)> functionFor;
  /// Whether to treat ops with that name as Broadcastable.
  std::function<bool(mlir::Operation *)> isBroadcastable;
  /// Whether the verifier accepts the op: only then may its interfaces be
  /// called.
  std::function<bool(mlir::Operation *)> isSound;
  /// Whether a finding makes the op wrong: it implies nothing then, and its
  /// results have the sizes that their types state. When the answer for an op
  /// changes, change() has to be called with the op.
  std::function<bool(mlir::Operation *)> isWrong;
  /// Whether types or operands of the op are guessed: no op is wrong because of
  /// it.
  std::function<bool(mlir::Operation *)> isGuess;
  /// The text, without regions, of an op whose attributes are not parsed.
  std::function<std::string_view(mlir::Operation *)> textOf;
  /// The text that an alias of an attribute stands for; empty if there is none.
  std::function<std::string(llvm::StringRef)> aliasOf;
  /// For a placeholder of a value: what the text tells about the op that does
  /// not parse, and the number of the result.
  std::function<std::optional<std::pair<OpSketch, unsigned>>(mlir::Operation *)>
      sketchOf;
  /// The summary of the function that an op calls; null where it is not known.
  /// If this is empty, the analysis infers called functions itself.
  std::function<const Summary *(mlir::Operation *)> summaryAt;
  /// The names of another analysis to share; null for its own.
  std::shared_ptr<DimNames> names;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPEOPTIONS_H
