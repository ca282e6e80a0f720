//===- CatalogueFields.h - The form of a catalogue's bytes -----*- C++ -*-===//
//
// Private to ods/. The fields of a definition in their order, once for writing
// and reading; a change here is one of `catalogueVersion`, and so is a change
// of what is read out of a file: caches have bytes of earlier versions.
//
// The bytes: the version; the sizes of three tables, of ops, types and
// dialects; the tables, sorted by name, each entry two words: where the name
// is, and where the definition; then texts (size and bytes) and definitions. A
// word has four bytes, the lowest first. Other numbers have seven bits in each
// byte, the lowest first; all bytes but the last have the highest bit set. A
// text in a definition is a number: where it is.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ODS_CATALOGUEFIELDS_H
#define SHAPELS_ODS_CATALOGUEFIELDS_H

#include "core/ods/Definitions.h"

#include <string_view>

namespace shapels {

inline constexpr std::string_view catalogueVersion = "shapels ods 3\n\n\n";
static_assert(catalogueVersion.size() % 4 == 0);

template <typename Archive>
void fields(Archive &in, ValueDefinition &value) {
  in(value.name, value.constraint, value.arity, value.cppType, value.builder,
     value.typeFrom, value.typeBy);
}
template <typename Archive>
void fields(Archive &in, AttributeDefinition &attribute) {
  in(attribute.name, attribute.constraint, attribute.flags,
     attribute.defaultValue, attribute.cppType, attribute.typeBuilder,
     attribute.cases);
}
template <typename Archive>
void fields(Archive &in, PartDefinition &part) {
  in(part.name, part.constraint, part.arity);
}
template <typename Archive>
void fields(Archive &in, TraitDefinition &trait) {
  in(trait.name, trait.kind, trait.words, trait.arguments);
}
template <typename Archive>
void fields(Archive &in, SourcePlace &place) {
  in(place.file, place.line);
}
/// The summary comes first, as lists show it.
template <typename Archive>
void fields(Archive &in, OpDefinition &op) {
  in(op.summary, op.name, op.description, op.cppClass, op.operands, op.results,
     op.attributes, op.regions, op.successors, op.traits, op.assemblyFormat,
     op.hasCustomFormat, op.place, op.link, op.isPartial);
}
template <typename Archive>
void fields(Archive &in, TypeDefinition &type) {
  in(type.summary, type.kind, type.dialect, type.mnemonic, type.description,
     type.assemblyFormat, type.hasCustomFormat, type.cppType, type.cppBase,
     type.place);
}
template <typename Archive>
void fields(Archive &in, DialectDefinition &dialect) {
  in(dialect.summary, dialect.name, dialect.description, dialect.link,
     dialect.place);
}

} // namespace shapels

#endif // SHAPELS_ODS_CATALOGUEFIELDS_H
