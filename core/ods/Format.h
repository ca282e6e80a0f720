//===- Format.h - ODS's declarative assembly formats -----------*- C++ -*-===//
//
// `$lhs `,` $rhs attr-dict `:` type($sum)` as a tree. Source: "Declarative
// Assembly Format" in mlir/docs/DefiningDialects/Operations.md.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ODS_FORMAT_H
#define SHAPELS_ODS_FORMAT_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

struct FormatElement {
  enum class Kind : uint8_t {
    /// `text` stands there.
    Literal,
    /// The operand, attribute, region or successor called `text`.
    Variable,
    /// `attr-dict`; with `text`, behind that keyword.
    AttrDict,
    PropDict,
    Operands,
    Results,
    Regions,
    Successors,
    /// `type(...)` of `arguments`.
    Type,
    /// `functional-type(...)` of `arguments`, two.
    FunctionalType,
    /// `qualified(...)` and `ref(...)`: what is in them.
    Qualified,
    Reference,
    /// `custom<text>(...)`: C++ reads it.
    Custom,
    /// `arguments` or, if it has any, `otherwise`; or nothing.
    Group,
    /// Each of `arguments`, groups, once at most, in any order.
    AnyOrder,
    /// No blank stands there; or, with `text`, a line begins.
    Space
  };

  Kind kind = Kind::Literal;
  std::string text;
  std::vector<FormatElement> arguments, otherwise;
  friend bool operator==(const FormatElement &,
                         const FormatElement &) = default;
};

using Format = std::vector<FormatElement>;

/// Nothing if it is none.
std::optional<Format> parseFormat(std::string_view assemblyFormat);

} // namespace shapels

#endif // SHAPELS_ODS_FORMAT_H
