//===- UnregisteredForm.h - How an op of an unknown dialect is written ----===//
//
// Reads the custom form of an op that nobody knows the syntax
// of, by the shapes that such forms have: what its operands are, which types
// its results are given, which names its regions define. Looks at tokens only,
// and has no opinion on what they mean to the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_UNREGISTERED_UNREGISTEREDFORM_H
#define SHAPELS_IR_UNREGISTERED_UNREGISTEREDFORM_H

#include "core/ods/WrittenType.h"
#include "core/syntax/Outline.h"

#include <string>
#include <vector>

namespace shapels {

class OpSyntaxes;

struct UnregisteredForm {
  /// One for each result that is named.
  std::vector<WrittenType> results;
  /// Whether what is written are the results' types, and nobody else's: behind
  /// an arrow, `to` or `into`.
  bool areCertain = false;

  struct Argument {
    NameOccurrence name;
    WrittenType type;
  };
  /// By region.
  std::vector<std::vector<Argument>> arguments;
  std::vector<ByteRange> successors;
  /// One for each value that it uses, in order, or none.
  std::vector<WrittenType> operands;
  /// Whether types stand behind an arrow, `to` or `into`.
  bool hasArrow = false;
  /// Whether the op's definition tells which type is which operand's.
  bool isDefined = false;
};

/// `definitions`: of ops that the project defines; null if there are none. An
/// op that has one is read by it, as far as its text follows it.
UnregisteredForm readUnregisteredForm(TextSpan text, const Outline &outline,
                                      StatementId statement,
                                      const OpSyntaxes *definitions);

} // namespace shapels

#endif // SHAPELS_IR_UNREGISTERED_UNREGISTEREDFORM_H
