//===- CatalogueWriter.h - A catalogue's bytes -----------------*- C++ -*-===//

#ifndef SHAPELS_ODS_CATALOGUEWRITER_H
#define SHAPELS_ODS_CATALOGUEWRITER_H

#include "core/ods/Definitions.h"

namespace shapels {

struct CatalogueContents {
  std::vector<OpDefinition> ops;
  std::vector<TypeDefinition> types;
  std::vector<DialectDefinition> dialects;
};

/// For Catalogue::open. Of several of one name the first is taken.
std::string catalogueBytes(CatalogueContents contents);

} // namespace shapels

#endif // SHAPELS_ODS_CATALOGUEWRITER_H
