//===- Picture.h - How shapes flow through a function ----------*- C++ -*-===//
//
// A function as a graph: its ops, the values between them with their shapes,
// and which sizes these rest on. Plain values; who draws them decides how.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_PICTURE_H
#define SHAPELS_ANALYSIS_PICTURE_H

#include "core/text/Position.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace shapels {

class Document;
class Section;

/// A size that is not computed from others: `%a[0]`, or a name of the user's.
struct PictureSymbol {
  std::string text;
  /// Where it is given: an argument, or the op that nobody can compute it for.
  uint32_t node = 0;
};

struct PictureNode {
  enum class Kind {
    Function,
    Op,
    /// Of a block.
    Argument,
    /// What an op's regions hand to its results.
    Results
  };
  Kind kind = Kind::Op;
  /// `tosa.add`, `@f`, `%arg0`.
  std::string name;
  /// Where the text has it: all of it, and its name in that.
  DocumentRange range, nameRange;
  /// The op or function that nests it, in its region of that number; nothing
  /// for the function, which is the first node.
  std::optional<uint32_t> parent;
  uint32_t region = 0;
  /// Why the op is wrong, by itself or in conflict with others; empty where it
  /// is not.
  std::string conflict;
};

/// A size: its text, and the symbols in it.
struct PictureSize {
  std::string text;
  std::vector<uint32_t> symbols;
};

struct PictureValue {
  /// `%0#1`.
  std::string name;
  /// As declared.
  std::string type;
  /// `[B, 4]`, or `B + 1` of an index; empty of other values.
  std::string shape;
  std::vector<PictureSize> sizes;
  /// The node that defines it.
  uint32_t node = 0;
  /// Why less is known of its shape than of those before; empty where that is
  /// not so.
  std::string lost;
};

/// A value on its way. It may be handed on by an op other than its own: by one
/// that has regions to their arguments, and from what ends them to its results.
struct PictureEdge {
  uint32_t from = 0, to = 0, value = 0;
  friend auto operator<=>(const PictureEdge &, const PictureEdge &) = default;
};

struct FunctionPicture {
  /// Without `@`.
  std::string name;
  /// How many ops are in it.
  uint32_t ops = 0;
  /// Whether it has more than were asked for: then there is one node only.
  bool isCut = false;
  /// Outer before inner, in the order of the text.
  std::vector<PictureNode> nodes;
  std::vector<PictureValue> values;
  /// Each once.
  std::vector<PictureEdge> edges;
  std::vector<PictureSymbol> symbols;
};

using Functions = std::span<mlir::Operation *const>;

/// Of functions of a section of the document, which is up to date: each has a
/// body and shapes. Of one with more than so many ops there is the one node.
std::vector<FunctionPicture> picturesOf(const Document &document,
                                        const Section &section,
                                        Functions functions,
                                        uint32_t mostOps = UINT32_MAX);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_PICTURE_H
