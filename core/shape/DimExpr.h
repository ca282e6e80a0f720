//===- DimExpr.h - Sizes as expressions ------------------------*- C++ -*-===//
//
// What is known of a dimension, or of an index value: a canonical expression
// over sizes that are given. Equal expressions are the same node, so two of
// them are known to be equal exactly when they compare equal. Plain values: no
// MLIR, no positions.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_DIMEXPR_H
#define SHAPELS_SHAPE_DIMEXPR_H

#include "core/shape/DimNames.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>

namespace shapels {

class DimNode;

/// Where a size that is not computed from others comes from.
struct DimSource {
  enum class Kind : uint8_t {
    /// Dimension `index` of the value: `%a[0]`.
    Size,
    /// Element `index` of the value, a small tensor of integers: `%a{0}`.
    Element,
    /// The value itself, an integer: `%a`.
    Scalar,
    /// The user's name for a size: `B`. `index` is that of a DimNames.
    Named,
    /// Nobody can say.
    Nothing,
  };
  Kind kind = Kind::Nothing;
  /// Whether it is given from outside: a function's argument. Where two sizes
  /// are equal this one names both.
  bool isGiven = false;
  /// The value, by its address; of what nobody can say, the op that made it;
  /// of a name, the function that it is for.
  /// Not looked into here.
  const void *value = nullptr;
  uint32_t index = 0;
};

enum class DimKind : uint8_t {
  Literal,
  Symbol,
  /// The factor of scalable vector sizes.
  VScale,
  /// Monomials with coefficients, and a constant.
  Sum,
  FloorDiv,
  CeilDiv,
  Mod,
  Min,
  Max,
  /// Operands a, b, x, y: x where `a predicate b`, else y.
  Select,
  /// What sizes broadcast to.
  Broadcast,
};

/// How Select compares.
enum class DimPredicate : uint8_t { Equal, Less, LessEqual };

/// A node of a DimExprs; null until assigned.
class DimExpr {
public:
  DimExpr() = default;
  explicit DimExpr(const DimNode *node) : node(node) {}

  explicit operator bool() const { return node; }
  const DimNode *operator->() const { return node; }
  const DimNode &operator*() const { return *node; }
  const DimNode *get() const { return node; }
  std::optional<int64_t> literal() const;
  bool is(int64_t value) const { return literal() == value; }
  friend bool operator==(DimExpr, DimExpr) = default;

private:
  const DimNode *node = nullptr;
};

/// `coefficient` times the product of the factors, which are neither literals
/// nor sums, in the order of their ids. Without factors it is a constant.
struct DimTerm {
  llvm::SmallVector<DimExpr, 2> factors;
  int64_t coefficient = 1;
};

class DimNode : public llvm::FoldingSetNode {
public:
  DimKind kind = DimKind::Literal;
  /// Whether it cannot be negative.
  bool isNonNegative = false;
  DimPredicate predicate = DimPredicate::Equal;
  /// Of what is nested in it.
  uint16_t depth = 0;
  /// In the order in which expressions were made.
  uint32_t id = 0;
  int64_t value = 0;
  DimSource source;
  llvm::SmallVector<DimExpr, 2> operands;
  /// Of a sum: constant last, at least two or one with a coefficient.
  llvm::SmallVector<DimTerm, 2> terms;

  void Profile(llvm::FoldingSetNodeID &id) const;
};

/// Makes expressions and owns them. An arithmetic overflow, or an expression
/// that grows beyond reason, gives an unknown.
class DimExprs {
public:
  DimExpr literal(int64_t value);
  DimExpr symbol(DimSource source);
  /// How often one was asked for.
  uint32_t symbolsAsked() const { return asked; }
  /// The size of that name in the function.
  DimExpr named(llvm::StringRef name, const void *function);
  const std::shared_ptr<DimNames> &names() const { return allNames; }
  /// Has the names of others from now on.
  void shareNames(std::shared_ptr<DimNames> names) {
    allNames = std::move(names);
  }
  /// Equal to nothing but itself. Of one op they have the same names whenever
  /// it is looked at.
  DimExpr unknown();
  /// What unknowns are named after from now on: an op, or nothing.
  void startOp(const void *op) {
    maker = op;
    unknowns = 0;
  }
  size_t size() const { return nodes.size(); }
  /// How many expressions were unknown because they could not be told.
  uint32_t failures() const { return failed; }
  DimExpr vscale();

  DimExpr add(DimExpr a, DimExpr b);
  DimExpr sub(DimExpr a, DimExpr b);
  DimExpr mul(DimExpr a, DimExpr b);
  DimExpr add(DimExpr a, int64_t b) { return add(a, literal(b)); }
  DimExpr mul(DimExpr a, int64_t b) { return mul(a, literal(b)); }
  /// Of integers; where the divisor is 0 nothing is claimed.
  DimExpr floorDiv(DimExpr a, DimExpr b);
  DimExpr ceilDiv(DimExpr a, DimExpr b);
  DimExpr mod(DimExpr a, DimExpr b);
  DimExpr min(DimExpr a, DimExpr b) { return extreme(DimKind::Min, a, b); }
  DimExpr max(DimExpr a, DimExpr b) { return extreme(DimKind::Max, a, b); }
  DimExpr select(DimPredicate predicate, DimExpr a, DimExpr b, DimExpr then,
                 DimExpr otherwise);
  /// The size that two dimensions broadcast to; a `?` may be 1 at run time.
  DimExpr broadcast(DimExpr a, DimExpr b);
  DimExpr product(llvm::ArrayRef<DimExpr> factors);

  /// The same expression over other operands.
  DimExpr rebuild(DimExpr expr,
                  llvm::function_ref<DimExpr(DimExpr)> replacement);

  /// Any expression as terms; a sum's own.
  llvm::SmallVector<DimTerm, 2> termsOf(DimExpr expr);
  DimExpr fromTerms(llvm::SmallVector<DimTerm, 2> terms);

private:
  DimExpr intern(DimNode node);
  DimExpr extreme(DimKind kind, DimExpr a, DimExpr b);
  DimExpr interned(DimKind kind, llvm::ArrayRef<DimExpr> operands,
                   bool isNonNegative);
  DimExpr divideExactly(DimExpr a, DimExpr b);

  std::deque<DimNode> nodes;
  /// All but symbols.
  llvm::FoldingSet<DimNode> set;
  /// By value, and by what of it they are.
  llvm::DenseMap<std::pair<const void *, uint64_t>, DimExpr> symbols;
  /// Small numbers, which are most.
  std::array<DimExpr, 256> literals;
  std::shared_ptr<DimNames> allNames = std::make_shared<DimNames>();
  const void *maker = nullptr;
  uint32_t unknowns = 0, nameless = 0, failed = 0, asked = 0;
};

/// Whether it is the value's own symbol: not known to be anything else.
bool isOwnSymbol(DimExpr expr, const void *value);

/// The symbols in it, each once.
llvm::SmallVector<DimExpr> leavesOf(DimExpr expr);

/// As text: `%a[0] + 2 * %b[1] - 1`. `nameOf` names a source's value.
std::string toString(DimExpr expr,
                     llvm::function_ref<std::string(const DimSource &)> nameOf);
/// The same with a text of the caller's for each source.
std::string toText(DimExpr expr,
                   llvm::function_ref<std::string(const DimSource &)> textOf);

/// How sure a statement is.
enum class Grade : uint8_t { Proved, Possible, Impossible };

/// Whether two sizes are equal.
Grade areEqual(DimExprs &exprs, DimExpr a, DimExpr b);

} // namespace shapels

#endif // SHAPELS_SHAPE_DIMEXPR_H
