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

struct ShapeOptions {
  /// What an op is told of its operands.
  enum class Trust {
    /// Their declared types.
    Declared,
    /// What follows from arguments and constants; what result types declare on
    /// the way is ignored.
    Arguments,
  };
  Trust trust = Trust::Arguments;
  /// A `?` never broadcasts, as PyTorch has it.
  bool isStrict = false;
  /// What the user says of an op, which outweighs the rest; it goes by names.
  std::function<std::optional<OpFamily>(llvm::StringRef)> familyOf;
  /// Ops to treat as Broadcastable; it goes by their names.
  std::function<bool(mlir::Operation *)> isBroadcastable;
  /// Ops whose verifier has nothing to say: only these may be asked by
  /// MLIR's interfaces.
  std::function<bool(mlir::Operation *)> isSound;
  /// Ops of which is said that they are wrong: they imply nothing, and their
  /// results have the sizes that their types state.
  /// Where it is said of other ops, change() is told so.
  std::function<bool(mlir::Operation *)> isWrong;
  /// Ops whose types or operands may be others than these: no op is wrong for
  /// their sake.
  std::function<bool(mlir::Operation *)> isGuess;
  /// The text of an op whose attributes nobody parsed, without its regions.
  std::function<std::string_view(mlir::Operation *)> textOf;
  /// What an alias of an attribute stands for, as text; empty where nobody
  /// defines it.
  std::function<std::string(llvm::StringRef)> aliasOf;
  /// Of what stands for a value: what the text says of its op, and which of
  /// the results it is.
  std::function<std::optional<std::pair<OpSketch, unsigned>>(mlir::Operation *)>
      sketchOf;
  /// What a call's function does; null where that is not known. Without it
  /// the functions are looked at for that.
  std::function<const Summary *(mlir::Operation *)> summaryAt;
  /// Those of another analysis; null where it has its own.
  std::shared_ptr<DimNames> names;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPEOPTIONS_H
