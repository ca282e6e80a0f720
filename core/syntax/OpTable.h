//===- OpTable.h - Op names that the outline must know ---------*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_OPTABLE_H
#define SHAPELS_SYNTAX_OPTABLE_H

#include "core/syntax/Spellings.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// The facts about op names that tokens alone do not tell. `Dialects` fills it
/// once from the registered ops; afterwards it is constant, and any thread may
/// read it.
class OpTable {
public:
  OpTable() = default;
  OpTable(const OpTable &other);

  void add(std::string_view name, bool definesSymbol,
           bool hasNoRegions = false);
  /// `name`, without a dialect, may start a statement, as `return` may.
  void addBare(std::string_view name, bool hasNoRegions = false);

  bool isRegistered(std::string_view name) const {
    return is(name, Registered);
  }
  /// Whether the op is known to have no regions, so that a brace in it opens a
  /// dictionary.
  bool hasNoRegions(std::string_view name) const { return is(name, Leaf); }
  /// Whether `name` and a dot begin the name of a registered op.
  bool isPrefix(std::string_view name) const { return is(name, Prefix); }
  bool isBare(std::string_view name) const {
    return mayBeBare(name) && is(name, Bare);
  }
  /// Whether the op is of a dialect that is not registered, or of an extension
  /// of one that is not: `transform.iree.x`. Not a bare name.
  bool isUnknown(std::string_view name) const;
  /// The registered ops of a dialect, without its name.
  std::vector<std::string_view> opsOf(std::string_view dialect) const;
  /// The prefix that makes MLIR find the op with the bare name `name` inside an
  /// op of `dialect`, whose own ops may be bare there; empty if it finds the op
  /// without one.
  std::string barePrefix(std::string_view name, std::string_view dialect) const;
  /// Whether the op defines a symbol. For ops that are not registered, usual
  /// endings of their names decide.
  bool definesSymbol(std::string_view name) const;

private:
  enum Fact : uint8_t {
    Registered = 1,
    Prefix = 2,
    Bare = 4,
    Symbol = 8,
    Leaf = 16
  };

  uint8_t factsOf(std::string_view name) const {
    std::optional<Spelling> known = names.find(name);
    return known ? facts[*known] : 0;
  }
  bool is(std::string_view name, Fact fact) const {
    return factsOf(name) & fact;
  }
  void note(std::string_view name, uint8_t facts);

  /// A filter before the lookup: whether some bare name has the same first
  /// letter and length.
  bool mayBeBare(std::string_view name) const {
    return !name.empty() && bareStarts[sizeOf(name)] & startOf(name);
  }
  static uint32_t startOf(std::string_view name) {
    return 1u << (name.front() & 31);
  }
  static size_t sizeOf(std::string_view name) {
    return std::min<size_t>(name.size(), 31);
  }

  Spellings names;
  /// By name.
  std::vector<uint8_t> facts;
  /// By size.
  std::array<uint32_t, 32> bareStarts{};
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OPTABLE_H
