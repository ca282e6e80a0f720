//===- UnitSymbols.h - How units know each other ---------------*- C++ -*-===//
//
// Private to ir/. The symbols that the units of a section define; whose meaning
// changed, so that those who use them are asked again.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTION_UNITSYMBOLS_H
#define SHAPELS_IR_SECTION_UNITSYMBOLS_H

#include "core/base/Rare.h"
#include "core/diagnostics/Diagnostic.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <set>

namespace shapels {

class UnitSymbols {
public:
  /// The unit's op is another one now; null where none parses. Then it may be
  /// what any of `written` refers to. Ops of unknown dialects in it may define
  /// any of `unregistered`, where no other unit does.
  void update(StatementId root, mlir::Operation *op, bool isReadable,
              llvm::ArrayRef<std::string_view> written,
              llvm::ArrayRef<std::string_view> unregistered);
  /// The unit is gone.
  void remove(StatementId root);

  /// Whether what this is may have changed since forgetChanges().
  bool hasChanges() const { return !changed.empty(); }
  const llvm::StringSet<> &changes() const { return changed; }
  void forgetChanges() { changed.clear(); }
  /// Ops of the section are about to go.
  void forgetOps() { tables.reset(); }

  /// Whether an op refers to something that is there but cannot be read.
  bool restsOnUnreadable(mlir::Operation *user) const;
  /// Whether the op looks for symbols in the section: what is in a nested table
  /// knows that table only.
  static bool isOfSection(mlir::Operation *user);
  /// Whether an op refers to a symbol that changed.
  bool restsOnChanged(mlir::Operation *user) const;
  /// Whether something in a unit that is a table of its own does so: in IRDL,
  /// ops look for symbols beside the dialect that they are in.
  bool looksOutside(mlir::Operation *unit) const;

  /// What is wrong with the name of a unit that another one in front of it has.
  std::optional<SectionDiagnostic> redefinition(const Outline &outline,
                                                StatementId root) const;
  /// The units whose names others have, in no order.
  std::vector<StatementId> clashingUnits() const;
  /// Those that are or were since this was asked last.
  std::set<StatementId> takeClashes() { return std::exchange(clashes, {}); }

  mlir::SymbolTableCollection &symbolTables() {
    return tables ? *tables : tables.emplace();
  }

private:
  struct Unit {
    mlir::StringAttr name;
    /// All that others see of the op.
    mlir::DictionaryAttr attributes;
    const void *kind = nullptr;
    bool isReadable = false, isTable = false;
    struct Names {
      std::vector<std::string> written, unregistered;
      bool operator==(const Names &) const = default;
    };
    Rare<Names> names;
    bool looksLike(const Unit &other) const;
  };

  void noteChange(const Unit &unit);
  void forget(StatementId root);
  void noteClash(mlir::StringAttr name);
  bool isUnreadable(mlir::StringAttr name) const;
  bool namesChanged(mlir::Operation *user) const;

  // Sections may be many, with a function each, and functions in one section.
  std::map<StatementId, Unit> units;
  llvm::SmallDenseMap<mlir::StringAttr, llvm::SmallVector<StatementId, 1>, 4>
      definitions;
  /// Names with more than one definition.
  llvm::DenseSet<mlir::StringAttr> clashing;
  /// Names of what does not parse or is wrong, with how many there are.
  llvm::StringMap<unsigned> unreadable;
  /// Names that ops of unknown dialects may define, likewise.
  llvm::StringMap<unsigned> possible;
  llvm::StringSet<> changed;
  std::set<StatementId> clashes;
  std::optional<mlir::SymbolTableCollection> tables;
};

} // namespace shapels

#endif // SHAPELS_IR_SECTION_UNITSYMBOLS_H
