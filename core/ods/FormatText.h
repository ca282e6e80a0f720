//===- FormatText.h - How an op is written ---------------------*- C++ -*-===//

#ifndef SHAPELS_ODS_FORMATTEXT_H
#define SHAPELS_ODS_FORMATTEXT_H

#include "core/ods/Definitions.h"
#include "core/ods/Format.h"

namespace shapels {

/// What a place in an op's text is for.
struct FormatPart {
  enum class Kind : uint8_t {
    /// A literal, or what has no definition.
    None,
    Operand,
    Attribute,
    Region,
    Successor,
    OperandType,
    ResultType,
    AttrDict
  };
  /// Instead of an index: all of the kind.
  static constexpr uint32_t all = ~uint32_t(0);

  Kind kind = Kind::None;
  /// In the definition's list of its kind.
  uint32_t index = 0;
  friend bool operator==(const FormatPart &, const FormatPart &) = default;
};

/// What the variable, or its type, is.
FormatPart partOf(const OpDefinition &op, std::string_view variable,
                  bool isType = false);

/// A piece of the text behind an op's name, with the blank before it.
struct FormatPiece {
  std::string text;
  FormatPart part;
  /// How many groups it is in that may be left out.
  unsigned depth = 0;
};

/// `%lhs`, `,`, ` %rhs`, ` :`, ` sum-type`: the op's custom form, or by its
/// definition's order where it has no format that can be read.
std::vector<FormatPiece> piecesOf(const OpDefinition &op);

} // namespace shapels

#endif // SHAPELS_ODS_FORMATTEXT_H
