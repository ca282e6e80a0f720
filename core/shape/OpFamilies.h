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
  bool empty() const {
    return names.empty() && byBeginning.empty() && byPart.empty();
  }
  friend bool operator==(const OpFamilies &, const OpFamilies &) = default;

private:
  /// Longer globs first: of those that match, the first counts.
  struct IsMoreSpecific {
    bool operator()(const std::string &a, const std::string &b) const {
      return a.size() != b.size() ? a.size() > b.size() : a < b;
    }
  };
  using Globs = std::map<std::string, OpFamily, IsMoreSpecific>;
  /// Globs by a part of them that every name that they match has.
  using GlobsByPart = std::map<std::string, Globs, std::less<>>;

  void declareGlob(const std::string &glob, OpFamily family);
  static const Globs::value_type *firstMatch(const Globs &globs,
                                             std::string_view op,
                                             const Globs::value_type *best);
  static const Globs::value_type *findBelow(const GlobsByPart &globs,
                                            std::string_view rest,
                                            std::string_view op,
                                            const Globs::value_type *best);

  std::map<std::string, OpFamily, std::less<>> names;
  /// A name may begin with the part, or have it anywhere.
  GlobsByPart byBeginning, byPart;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_OPFAMILIES_H
