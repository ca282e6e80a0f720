//===- OpFamilies.h - What a user declares of ops ---------------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_OPFAMILIES_H
#define SHAPELS_SHAPE_OPFAMILIES_H

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace shapels {

/// By which rule the shapes of an op's results follow from its operands'.
enum class OpFamily {
  /// By none that we know.
  None,
  /// As with MLIR's ResultsBroadcastableShape trait, which is verified too.
  Broadcastable,
  /// Every shaped operand has the shape of the results.
  SameShape,
};

/// The words that users write for families, as in `{"my.add": "same-shape"}`.
std::span<const std::pair<std::string_view, OpFamily>> familyNames();

/// Families by op name or glob. A name outweighs a glob, and of globs the
/// longest one counts.
class OpFamilies {
public:
  /// Replaces an earlier declaration of the same pattern.
  void declare(std::string pattern, OpFamily family);
  /// Adds the declarations of `other`, which override those here.
  void add(const OpFamilies &other);

  /// Nothing if no pattern matches the op.
  std::optional<OpFamily> find(std::string_view op) const;
  /// Whether a declared name, not a glob, begins with `text`.
  bool hasBeginning(std::string_view text) const;
  bool empty() const { return names.empty() && globs.empty(); }
  friend bool operator==(const OpFamilies &, const OpFamilies &) = default;

private:
  std::map<std::string, OpFamily, std::less<>> names, globs;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_OPFAMILIES_H
