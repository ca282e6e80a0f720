//===- TestCatalogue.h - Definitions as a catalogue has them ----*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_ODS_TESTCATALOGUE_H
#define SHAPELS_TESTS_UNIT_ODS_TESTCATALOGUE_H

#include "core/ods/Catalogue.h"
#include "core/ods/CatalogueWriter.h"

namespace shapels::test {

/// An operand or a result of any type.
inline ValueDefinition value(std::string name, Arity arity = Arity::One) {
  ValueDefinition value;
  value.name = std::move(name);
  value.arity = arity;
  value.cppType = "::mlir::Type";
  return value;
}

inline std::shared_ptr<const Catalogue> catalogueOf(CatalogueContents defined) {
  auto bytes =
      std::make_shared<std::string>(catalogueBytes(std::move(defined)));
  return std::make_shared<const Catalogue>(*Catalogue::open(*bytes, bytes));
}

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_ODS_TESTCATALOGUE_H
