//===- TypeShape.h - The shape that a type states --------------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_TYPESHAPE_H
#define SHAPELS_SHAPE_TYPESHAPE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shapels {

/// One dimension of a type: a size, `?`, or a multiple of vscale.
class Dim {
public:
  static Dim dynamic() { return Dim(Kind::Dynamic, 0); }
  static Dim fixed(int64_t size) { return Dim(Kind::Static, size); }
  /// `size * vscale`, written `[size]`.
  static Dim scalable(int64_t size) { return Dim(Kind::Scalable, size); }

  Dim() : Dim(Kind::Dynamic, 0) {}

  bool isDynamic() const { return kind == Kind::Dynamic; }
  bool isStatic() const { return kind == Kind::Static; }
  bool isScalable() const { return kind == Kind::Scalable; }
  bool is(int64_t size) const { return isStatic() && this->size() == size; }
  /// The size, or the factor of vscale; not for a dynamic dimension.
  int64_t size() const { return value; }

  /// As MLIR writes it: `?`, `4` or `[4]`.
  std::string str() const;
  friend bool operator==(Dim, Dim) = default;

private:
  enum class Kind : uint8_t { Dynamic, Static, Scalable };
  Dim(Kind kind, int64_t value) : kind(kind), value(value) {}

  Kind kind;
  int64_t value;
};

/// What a type says of a value's shape.
struct TypeShape {
  enum class Kind : uint8_t { Tensor, Vector, Memref, OtherShaped, NotShaped };

  Kind kind = Kind::NotShaped;
  /// Nothing for unranked types and for types without a shape.
  std::optional<std::vector<Dim>> dims;

  bool isShaped() const { return kind != Kind::NotShaped; }
  bool isRanked() const { return dims.has_value(); }
  size_t rank() const { return dims->size(); }
  friend bool operator==(const TypeShape &, const TypeShape &) = default;
};

/// The more precise of a declared and an inferred shape; where they contradict
/// each other the declared one, which everything else goes by.
TypeShape refined(TypeShape declared, const std::vector<Dim> &inferred);

/// Whether no value can have both shapes: another rank, or another size.
bool contradict(const TypeShape &declared, const std::vector<Dim> &inferred);

/// As in a type, e.g. `2x?x[4]`; empty for rank 0.
std::string formatDims(const std::vector<Dim> &dims);

} // namespace shapels

#endif // SHAPELS_SHAPE_TYPESHAPE_H
