//===- DroppedMessages.h - What MLIR says for want of knowledge -*- C++ -*-===//
//
// MLIR says some things only because it does not know a dialect that the text
// names. They need not be so, and are not shown: unknown is never wrong. The
// one table of them is in DroppedMessages.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_DROPPEDMESSAGES_H
#define SHAPELS_IR_PARSE_DROPPEDMESSAGES_H

#include "core/diagnostics/Diagnostic.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace shapels {

/// What of a dialect that is not built in stands where MLIR says something.
enum class Unknown : uint8_t {
  /// Nothing in particular.
  Any,
  /// The op that is spoken of.
  Op,
  /// A type or an attribute, in the op or in what is said.
  Part,
  /// An op around, in its custom or the generic form.
  Around,
  /// An op within that MLIR names as what is wrong.
  Blamed,
  /// An op within, or one that does not parse.
  Within,
  /// The last op of a block within.
  Terminator,
  /// The op that defines a symbol which is referred to.
  Symbol,
  /// Anything in the section.
  Section,
};

/// Whether what MLIR says of an op rests on what it does not know; `isThere`
/// tells of what there is.
bool isDropped(const SectionDiagnostic &diagnostic, llvm::StringRef opName,
               llvm::function_ref<bool(Unknown)> isThere);

/// The dialect that MLIR's parser does not know the op of; empty where it says
/// something else, or of a bare name that belongs to none.
llvm::StringRef dialectOfUnknownOp(llvm::StringRef message);

} // namespace shapels

#endif // SHAPELS_IR_PARSE_DROPPEDMESSAGES_H
