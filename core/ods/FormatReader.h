//===- FormatReader.h - An op's text by its assembly format ----*- C++ -*-===//
//
// Reads the custom form of an op as its declarative assembly format says: which
// part of the text is which operand, attribute, type. A group is entered by its
// first element only, as MLIR's parser does. Of what C++ reads (`custom<...>`)
// a table knows the widely used; other text is passed up to the first place
// from which the rest fits; if the rest fits from several places, and what is
// read differs, nothing is certain.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ODS_FORMATREADER_H
#define SHAPELS_ODS_FORMATREADER_H

#include "core/ods/FormatText.h"
#include "core/ods/FormatTokens.h"

#include <functional>

namespace shapels {

/// A type as the text has it. A dialect's own may be short there for `prefix`
/// with that behind it.
struct FormatType {
  ByteRange range;
  std::string_view text;
  std::string prefix;
  /// Whether it is known that this is the type.
  bool isCertain = true;
  friend bool operator==(const FormatType &, const FormatType &) = default;
};

/// What a C++ class of types stands for.
struct TypeClass {
  enum class Kind : uint8_t {
    /// Types that are written as anywhere: builtin ones, or any.
    Plain,
    /// A type that a dialect defines, or the base class of some of its types;
    /// it may be written without `!dialect.` and its mnemonic.
    OfDialect,
    /// Nobody knows.
    Unknown
  };
  Kind kind = Kind::Plain;
  /// The mnemonic is empty for a base class.
  std::string dialect, mnemonic;
};

/// By the class's name, and the dialect of the op that is read.
using ClassifyType = std::function<TypeClass(std::string_view cppType,
                                             std::string_view dialect)>;

struct FormatReading {
  /// What the text has for a name, or, of index FormatPart::all, for all of the
  /// kind: an operand, attribute, region or successor.
  struct Part {
    FormatPart part;
    std::vector<ByteRange> ranges;
    friend bool operator==(const Part &, const Part &) = default;
  };
  /// Of an operand or a result, or of all.
  struct Types {
    FormatPart part;
    std::vector<FormatType> types;
    friend bool operator==(const Types &, const Types &) = default;
  };
  /// In the order of the text.
  std::vector<Part> parts;
  std::vector<Types> types;
  /// What C++ has read, so that nobody knows where it is, or how many.
  std::vector<FormatPart> byCode;
  /// Whether no other reading of the text has other operands or types.
  bool isCertain = true;

  /// Null where it is not read: left out, or by C++.
  const Part *find(FormatPart part) const;
  const Types *typesOf(FormatPart part) const;
  bool isByCode(FormatPart part) const;
};

/// Nothing where the text does not follow the format to its end.
std::optional<FormatReading> readFormat(const Format &format,
                                        const OpDefinition &op,
                                        const FormatTokens &tokens,
                                        const ClassifyType &classify);

struct ExpectedPart {
  FormatPart part;
  /// Of FormatPart::Kind::None: the literal.
  std::string literal;
  /// Whether its text has begun, with a bracket that is still open.
  bool isInside = false;
  /// Whether C++ decides; it may as well be something else.
  bool isLoose = false;
  friend bool operator==(const ExpectedPart &, const ExpectedPart &) = default;
};

/// What may stand behind `text`, which is that of the op behind its name, up to
/// where something is to stand. In the order of the format; empty where the
/// text does not follow it, or where the op has none. Costs the text, of which
/// no more than some hundred tokens are read.
std::vector<ExpectedPart> expectedBehind(const OpDefinition &op,
                                         std::string_view text);

} // namespace shapels

#endif // SHAPELS_ODS_FORMATREADER_H
