//===- OpReader.h - From records to definitions ----------------*- C++ -*-===//
//
// Private to tablegen/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TABLEGEN_OPREADER_H
#define SHAPELS_TABLEGEN_OPREADER_H

#include "core/ods/Definitions.h"

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Record;
} // namespace llvm

namespace shapels {

/// Of a record of the class `Op` that has a dialect. Where it stands is for
/// others to say.
OpDefinition readOp(const llvm::Record &record);
/// Of one of the class `TypeDef` or `AttrDef`.
TypeDefinition readType(const llvm::Record &record, TypeDefinition::Kind kind);
/// Of one of the class `Dialect`.
DialectDefinition readDialect(const llvm::Record &record);

/// Without the indentation that all lines have, and blanks at both ends.
std::string unindented(llvm::StringRef text);

} // namespace shapels

#endif // SHAPELS_TABLEGEN_OPREADER_H
