//===- CustomDirectives.cpp -----------------------------------------------===//

#include "core/ods/CustomDirectives.h"

#include <algorithm>

using namespace shapels;
using Kind = FormatElement::Kind;
using Part = FormatPart::Kind;

namespace {

/// What one directive reads, from `at` on. All functions return whether the
/// text follows it.
class CustomReader {
public:
  CustomReader(const FormatElement &directive, const OpDefinition &op,
               const FormatTokens &tokens, FormatPieces &pieces, size_t at)
      : op(op), tokens(tokens), pieces(pieces), at(at),
        subjects(partsOf(directive, op)) {}

  /// `T`, which is that of all; or `(T, T) -> T`.
  bool sameType();
  /// `T, U`: the first one's, and that of all others; or a function's.
  bool selectType();
  /// `T, T`: those of the operands, which the results have as well.
  bool pairwiseTypes();
  /// `T`: that of the result, of which those of operands are made; or a
  /// function's.
  bool madeType();
  /// `async [%a, %b]`: whether there is a token, and what is waited for.
  bool asyncDependencies();
  /// `T{%size}`.
  bool sizedType();
  /// `%a as T{%size}`, or without the operand.
  bool tiedType();
  /// `T{%size}, T`
  bool sizedTypes();
  /// `(T{%size}, T) -> (%a as T{%size}, T)`.
  bool sizedFunction();
  /// `T`, or `T as U`: one of them is that of the value.
  bool typeAlias();
  /// `@a::@b`, or `{@a::@b, @c}`.
  bool symbols();

  CustomReading take() {
    reading.behind = at;
    return std::move(reading);
  }

private:
  using Types = FormatPieces::Types;
  static constexpr size_t nowhere = FormatTokens::nowhere;

  bool go(size_t behind) {
    at = behind < nowhere ? behind : at;
    return behind < nowhere;
  }
  bool isFunction() const { return tokens.is(at, TokenKind::LeftParen); }
  bool functionType();
  bool oneType(Types &types);
  bool oneSized(Types &types, FormatPieces::Ranges &sizes);
  bool oneTied(Types &types, FormatPieces::Ranges &sizes);
  template <typename Read>
  bool list(Read read);
  /// The types of that kind that it is about, in order.
  std::vector<FormatPart> typesOf(Part kind) const;
  void set(FormatPart part, Types types) {
    reading.types.push_back({part, std::move(types)});
  }
  bool distribute(Part kind, const Types &types);
  bool setSizes(Part kind, Types types, FormatPieces::Ranges sizes);

  const OpDefinition &op;
  const FormatTokens &tokens;
  FormatPieces &pieces;
  size_t at;
  const std::vector<FormatPart> subjects;
  /// Of `subjects`, how many operands have been given what is read.
  size_t operandsSet = 0;
  CustomReading reading;
};

struct CustomDirective {
  std::string_view name;
  /// With blanks around each; empty for any.
  std::string_view dialects;
  bool (CustomReader::*read)();
};

} // namespace

static constexpr std::string_view hlo = " stablehlo chlo mhlo ";
static constexpr std::string_view iree =
    " flow stream hal util iree_tensor_ext ";

static constexpr CustomDirective directives[] = {
    {"SameOperandsAndResultType", "", &CustomReader::sameType},
    {"VariadicSameOperandsAndResultType", hlo, &CustomReader::sameType},
    {"AsyncDependencies", " gpu air ", &CustomReader::asyncDependencies},
    {"SelectOpType", hlo, &CustomReader::selectType},
    {"PairwiseOpType", hlo, &CustomReader::pairwiseTypes},
    {"ComplexOpType", hlo, &CustomReader::madeType},
    {"TupleOpType", hlo, &CustomReader::madeType},
    {"SizeAwareType", iree, &CustomReader::sizedType},
    {"ShapedTiedResult", iree, &CustomReader::tiedType},
    {"ShapedTypeList", iree, &CustomReader::sizedTypes},
    {"ShapedFunctionType", iree, &CustomReader::sizedFunction},
    {"TypeAlias", iree, &CustomReader::typeAlias},
    {"DispatchEntryPoints", iree, &CustomReader::symbols},
};

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

static void addParts(const FormatElement &of, const OpDefinition &op,
                     std::vector<FormatPart> &parts) {
  bool isType = of.kind == Kind::Type;
  for (const FormatElement &each : of.arguments)
    if (each.kind == Kind::Variable)
      parts.push_back(partOf(op, each.text, isType));
    else if (each.kind == Kind::Type || each.kind == Kind::Qualified)
      addParts(each, op, parts);
}

std::vector<FormatPart> shapels::partsOf(const FormatElement &directive,
                                         const OpDefinition &op) {
  std::vector<FormatPart> parts;
  addParts(directive, op, parts);
  return parts;
}

std::vector<FormatPart> CustomReader::typesOf(Part kind) const {
  std::vector<FormatPart> all;
  std::ranges::copy_if(subjects, std::back_inserter(all),
                       [&](FormatPart part) { return part.kind == kind; });
  return all;
}

bool CustomReader::oneType(Types &types) {
  size_t end = tokens.behindType(at);
  if (end >= nowhere)
    return false;
  types.push_back({tokens.range(at, end), tokens.slice(at, end), "", true});
  return go(end);
}

/// `x, x`, one at least.
template <typename Read>
bool CustomReader::list(Read read) {
  do {
    if (!read())
      return false;
  } while (tokens.is(at, TokenKind::Comma) && go(at + 1));
  return true;
}

/// Gives each its type: one that stands for any number gets all.
bool CustomReader::distribute(Part kind, const Types &types) {
  std::vector<FormatPart> parts = typesOf(kind);
  if (parts.size() == 1) {
    set(parts.front(), types);
    return pieces.arityOf(parts.front()) != Arity::One || types.size() == 1;
  }
  if (parts.size() != types.size())
    return false;
  for (size_t i = 0; i < parts.size(); ++i)
    set(parts[i], {types[i]});
  return true;
}

bool CustomReader::functionType() {
  Types inputs, results;
  return go(pieces.functionType(at, inputs, results)) &&
         distribute(Part::OperandType, inputs) &&
         distribute(Part::ResultType, results);
}

//===----------------------------------------------------------------------===//
// Types of operands and results
//===----------------------------------------------------------------------===//

bool CustomReader::sameType() {
  if (isFunction())
    return functionType();
  Types type;
  if (!oneType(type))
    return false;
  // How many a name stands for, the operands tell.
  for (FormatPart part : subjects)
    if (pieces.arityOf(part) == Arity::One &&
        (part.kind == Part::OperandType || part.kind == Part::ResultType))
      set(part, type);
  return true;
}

bool CustomReader::selectType() {
  if (isFunction())
    return functionType();
  Types first, second;
  if (!oneType(first) || !tokens.is(at, TokenKind::Comma) || !go(at + 1) ||
      !oneType(second))
    return false;
  for (size_t i = 0; i < subjects.size(); ++i)
    set(subjects[i], i == 0 ? first : second);
  return true;
}

bool CustomReader::pairwiseTypes() {
  Types types;
  if (!list([&] { return oneType(types); }))
    return false;
  return distribute(Part::OperandType, types) &&
         distribute(Part::ResultType, types);
}

bool CustomReader::madeType() {
  if (isFunction())
    return functionType();
  Types type;
  return oneType(type) && distribute(Part::ResultType, type);
}

bool CustomReader::asyncDependencies() {
  std::vector<FormatPart> results = typesOf(Part::ResultType);
  auto operands = std::ranges::find(subjects, Part::Operand, &FormatPart::kind);
  if (results.size() != 1 || operands == subjects.end())
    return false;
  Types token;
  std::string dialect = op.name.substr(0, op.name.find('.'));
  if (tokens.str(at) == "async") {
    token.push_back(
        {tokens.range(at, at + 1), "", "!" + dialect + ".async.token", true});
    ++at;
  }
  set(results.front(), std::move(token));
  FormatPieces::Ranges values;
  if (tokens.is(at, TokenKind::LeftSquare) &&
      (!go(pieces.parts(*operands, at + 1, values)) ||
       !go(pieces.literal(at, "]"))))
    return false;
  reading.parts.push_back({*operands, std::move(values)});
  return true;
}

//===----------------------------------------------------------------------===//
// Types with sizes
//===----------------------------------------------------------------------===//

bool CustomReader::oneSized(Types &types, FormatPieces::Ranges &sizes) {
  if (!oneType(types))
    return false;
  if (!tokens.is(at, TokenKind::LeftBrace))
    return true;
  size_t end = tokens.behindBracket(at);
  if (end >= nowhere)
    return false;
  ++at;
  return list([&] {
           size_t behind = tokens.behindValue(at);
           if (behind >= nowhere)
             return false;
           sizes.push_back(tokens.range(at, behind));
           return go(behind);
         }) &&
         at + 1 == end && go(end);
}

bool CustomReader::oneTied(Types &types, FormatPieces::Ranges &sizes) {
  size_t behind = tokens.behindValue(at);
  if (behind >= nowhere)
    return oneSized(types, sizes);
  ByteRange name = tokens.range(at, behind);
  at = behind;
  if (tokens.str(at) == "as")
    return go(at + 1) && oneSized(types, sizes);
  // That of the operand, which nobody looks for.
  types.push_back({name, "", "", /*isCertain=*/false});
  return true;
}

/// The sizes are those of the operand behind the types of that kind.
bool CustomReader::setSizes(Part kind, Types types,
                            FormatPieces::Ranges sizes) {
  std::vector<FormatPart> operands = typesOf(Part::Operand);
  if (operandsSet < operands.size())
    reading.parts.push_back({operands[operandsSet++], std::move(sizes)});
  return distribute(kind, types);
}

bool CustomReader::sizedType() {
  Types types;
  FormatPieces::Ranges sizes;
  return oneSized(types, sizes) &&
         setSizes(Part::ResultType, std::move(types), std::move(sizes));
}

bool CustomReader::tiedType() {
  Types types;
  FormatPieces::Ranges sizes;
  bool isOfResult = !typesOf(Part::ResultType).empty();
  return oneTied(types, sizes) &&
         setSizes(isOfResult ? Part::ResultType : Part::OperandType,
                  std::move(types), std::move(sizes));
}

bool CustomReader::sizedTypes() {
  Types types;
  FormatPieces::Ranges sizes;
  bool isOfResult = !typesOf(Part::ResultType).empty();
  return list([&] { return oneSized(types, sizes); }) &&
         setSizes(isOfResult ? Part::ResultType : Part::OperandType,
                  std::move(types), std::move(sizes));
}

bool CustomReader::sizedFunction() {
  auto inParens = [&](auto read) {
    if (!go(pieces.literal(at, "(")))
      return false;
    if (tokens.is(at, TokenKind::RightParen))
      return go(at + 1);
    return list(read) && go(pieces.literal(at, ")"));
  };
  Types inputs, results;
  FormatPieces::Ranges inputSizes, resultSizes;
  auto result = [&] { return oneTied(results, resultSizes); };
  return inParens([&] { return oneSized(inputs, inputSizes); }) &&
         go(pieces.literal(at, "->")) &&
         (isFunction() ? inParens(result) : result()) &&
         setSizes(Part::OperandType, std::move(inputs),
                  std::move(inputSizes)) &&
         setSizes(Part::ResultType, std::move(results), std::move(resultSizes));
}

bool CustomReader::typeAlias() {
  Types types, others;
  if (!oneType(types))
    return false;
  if (tokens.str(at) == "as") {
    types.front().isCertain = false;
    if (!go(at + 1) || !oneType(others))
      return false;
  }
  return distribute(Part::OperandType, types) ||
         distribute(Part::ResultType, types);
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

bool CustomReader::symbols() {
  auto one = [&] { return go(tokens.behindSymbol(at)); };
  if (!tokens.is(at, TokenKind::LeftBrace))
    return one();
  return go(at + 1) && list(one) && go(pieces.literal(at, "}"));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

std::optional<CustomReading> shapels::readCustom(const FormatElement &directive,
                                                 const OpDefinition &op,
                                                 const FormatTokens &tokens,
                                                 FormatPieces &pieces,
                                                 size_t at) {
  std::string dialect = " " + op.name.substr(0, op.name.find('.')) + " ";
  for (const CustomDirective &known : directives) {
    if (known.name != directive.text ||
        (!known.dialects.empty() &&
         known.dialects.find(dialect) == known.dialects.npos))
      continue;
    CustomReader reader(directive, op, tokens, pieces, at);
    return (reader.*known.read)() ? std::optional(reader.take()) : std::nullopt;
  }
  return std::nullopt;
}
