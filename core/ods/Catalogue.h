//===- Catalogue.h - Definitions by name -----------------------*- C++ -*-===//
//
// A catalogue is bytes that somebody made once (CatalogueWriter.h): upstream's
// are part of the program, a project's may be a file in memory. It is read
// where it lies, so that one costs nothing until it is asked, and then what it
// is asked for. Immutable; several threads may ask.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ODS_CATALOGUE_H
#define SHAPELS_ODS_CATALOGUE_H

#include "core/ods/Definitions.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace shapels {

class Catalogue {
public:
  /// Without a definition.
  Catalogue() = default;
  /// Reads `bytes`, which live as long as `owner`. Nothing if they are not what
  /// this version writes; bytes that are damaged further inside have less in
  /// them, and that is all.
  static std::optional<Catalogue>
  open(std::string_view bytes, std::shared_ptr<const void> owner = nullptr);

  std::optional<OpDefinition> op(std::string_view name) const;
  /// The full names of a dialect's ops, sorted.
  std::vector<std::string_view> opsOf(std::string_view dialect) const;
  /// The same of all ops.
  std::vector<std::string_view> ops() const;
  /// One line; empty if there is none, or no such op.
  std::string_view summaryOf(std::string_view op) const;

  /// By its name with the sigil: `!torch.vtensor`, `#gpu.address_space`.
  std::optional<TypeDefinition> type(std::string_view name) const;
  /// Those of a dialect, types before attributes, sorted by their names; some
  /// have no mnemonic.
  std::vector<TypeDefinition> typesOf(std::string_view dialect) const;
  std::vector<TypeDefinition> types() const { return typesWith(""); }

  std::optional<DialectDefinition> dialect(std::string_view name) const;
  std::vector<std::string_view> dialects() const;

private:
  /// A sorted list of names, and for each where its definition is.
  struct Table {
    uint32_t begin = 0, size = 0;
  };

  std::string_view nameAt(Table table, uint32_t index) const;
  uint32_t placeAt(Table table, uint32_t index) const;
  uint32_t lowerBound(Table table, std::string_view name) const;
  std::optional<uint32_t> find(Table table, std::string_view name) const;
  std::vector<std::string_view> names(Table table,
                                      std::string_view prefix) const;
  std::vector<TypeDefinition> typesWith(std::string_view prefix) const;
  uint32_t word(uint32_t at) const;

  std::string_view bytes;
  std::shared_ptr<const void> owner;
  Table opTable, typeTable, dialectTable;
};

/// Several, of which the first that knows a name has the word.
class Catalogues {
public:
  /// Adds one that all that are there outweigh.
  void add(std::shared_ptr<const Catalogue> catalogue) {
    list.push_back(std::move(catalogue));
  }

  std::optional<OpDefinition> op(std::string_view name) const;
  std::string_view summaryOf(std::string_view op) const;
  std::optional<TypeDefinition> type(std::string_view name) const;
  std::optional<DialectDefinition> dialect(std::string_view name) const;
  // Of all, sorted, each name once.
  std::vector<std::string_view> opsOf(std::string_view dialect) const;
  std::vector<std::string_view> dialects() const;
  std::vector<TypeDefinition> typesOf(std::string_view dialect) const;

  friend bool operator==(const Catalogues &, const Catalogues &) = default;

private:
  std::vector<std::shared_ptr<const Catalogue>> list;
};

} // namespace shapels

#endif // SHAPELS_ODS_CATALOGUE_H
