//===- OpTable.h - Op names that the outline must know ---------*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_OPTABLE_H
#define SHAPELS_SYNTAX_OPTABLE_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace shapels {

/// What tokens alone cannot tell of an op name. Whoever knows the registered
/// dialects fills it once; it is shared and constant afterwards.
class OpTable {
public:
  void add(std::string_view name, bool definesSymbol,
           bool hasNoRegions = false);
  /// `name` without a prefix may start a statement: `return`.
  void addBare(std::string_view name, bool hasNoRegions = false);

  bool isRegistered(std::string_view name) const {
    return registered.contains(name);
  }
  /// Known to have no regions: a brace in it opens a dictionary.
  bool hasNoRegions(std::string_view name) const {
    return leaves.contains(name);
  }
  /// Whether a registered op is named so up to one of its dots.
  bool isPrefix(std::string_view name) const { return prefixes.contains(name); }
  bool isBare(std::string_view name) const {
    return mayBeBare(name) && bare.contains(name);
  }
  /// Whether the op is of a dialect that is not registered, or of an extension
  /// of one that is not: `transform.iree.x`. Not a bare name.
  bool isUnknown(std::string_view name) const;
  /// What to write before an op's bare name in an op of another dialect, whose
  /// ops may be bare there, so that it is found; empty if it is found as it is.
  std::string barePrefix(std::string_view name, std::string_view dialect) const;
  /// For ops that are not registered, the usual endings decide.
  bool definesSymbol(std::string_view name) const;

private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  using Set = std::unordered_set<std::string, Hash, std::equal_to<>>;

  /// Whether a bare name begins so and is as long: words are many.
  bool mayBeBare(std::string_view name) const {
    return !name.empty() && bareStarts[sizeOf(name)] & startOf(name);
  }
  static uint32_t startOf(std::string_view name) {
    return 1u << (name.front() & 31);
  }
  static size_t sizeOf(std::string_view name) {
    return std::min<size_t>(name.size(), 31);
  }

  Set registered, prefixes, bare, symbols, leaves;
  /// By size.
  std::array<uint32_t, 32> bareStarts{};
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OPTABLE_H
