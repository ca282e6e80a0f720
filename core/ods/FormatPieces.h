//===- FormatPieces.h - What one element of a format reads -----*- C++ -*-===//
//
// Private to ods/. Values, bodies, attributes and types, each from one token
// on; which of them follow each other is for FormatReader.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ODS_FORMATPIECES_H
#define SHAPELS_ODS_FORMATPIECES_H

#include "core/ods/FormatReader.h"

namespace shapels {

/// The functions that take `at` return the number of the token behind what they
/// read from there on, or nowhere; what they read is appended in either case.
/// Where the tokens end too early, what may follow is noted.
class FormatPieces {
public:
  using Ranges = std::vector<ByteRange>;
  using Types = std::vector<FormatType>;
  static constexpr size_t nowhere = FormatTokens::nowhere;

  /// `expected` is null if nobody asks.
  FormatPieces(const OpDefinition &op, const FormatTokens &tokens,
               const ClassifyType &classify,
               std::vector<ExpectedPart> *expected)
      : op(op), tokens(tokens), classify(classify), expected(expected) {}

  size_t literal(size_t at, std::string_view text);
  /// The operands, regions or successors of that name, or of all names.
  size_t parts(FormatPart part, size_t at, Ranges &ranges);
  /// Those of an operand or a result, or of all. A type that is not `qualified`
  /// may leave out what its class says.
  size_t types(FormatPart part, size_t at, bool isQualified, Types &types);
  /// `(T, T) -> T`
  size_t functionType(size_t at, Types &inputs, Types &results);
  /// Whether the attribute is there or not, and has no text of its own.
  bool isUnit(uint32_t index) const;
  /// The places behind what the attribute may be, the likeliest first.
  std::vector<size_t> attribute(uint32_t index, size_t at);
  /// `{...}`, or `<...>`.
  size_t dictionary(size_t at, TokenKind opening);

  /// Whether what begins a group is there; nothing where only trying tells.
  std::optional<bool> isThere(const FormatElement &first, size_t at) const;
  Arity arityOf(FormatPart part) const;

  /// Notes that it may stand at the text's end, if that is at `at`; or that it
  /// goes on there, if `end` is inside.
  void expect(ExpectedPart part, size_t at, size_t end = nowhere);

private:
  /// Of one thing that `part` stands for.
  size_t one(FormatPart part, size_t at, Ranges &ranges);
  size_t oneType(FormatPart part, size_t at, bool isQualified, Types &types);
  template <typename Read>
  size_t several(FormatPart part, size_t at, Read read);
  template <typename Read>
  size_t list(FormatPart part, size_t at, Read read);
  template <typename Read>
  size_t groups(FormatPart part, size_t at, Read read);
  std::optional<FormatPart> nth(FormatPart part, size_t number) const;
  size_t leastOf(FormatPart part) const;
  const ValueDefinition *value(FormatPart part) const;
  std::string_view dialect() const;

  const OpDefinition &op;
  const FormatTokens &tokens;
  const ClassifyType &classify;
  std::vector<ExpectedPart> *expected;
};

} // namespace shapels

#endif // SHAPELS_ODS_FORMATPIECES_H
