//===- HoverLines.cpp -----------------------------------------------------===//

#include "server/features/HoverLines.h"
#include "core/analysis/OperationText.h"

#include <algorithm>

using namespace shapels;

/// What is known of the sizes beyond the type; empty where that says it all.
static std::string shapeBeyondType(const ValueInfo &value) {
  if (!value.symbolic.empty())
    return value.symbolic;
  bool isMore = !value.inferredType.empty() && !value.dims.empty() &&
                value.inferredType != value.declaredType;
  if (!isMore)
    return "";
  std::string text;
  for (const DimInfo &dim : value.dims)
    text += (text.empty() ? "[" : ", ") + dim.size;
  return text + "]";
}

static std::string typeAndShape(const ValueInfo &value) {
  if (value.typeSource == SectionIR::TypeSource::None)
    return "";
  std::string shape = shapeBeyondType(value);
  return " : " + value.declaredType + (shape.empty() ? "" : " = " + shape);
}

std::string shapels::hoverHead(const ValueInfo &value) {
  return value.name + typeAndShape(value);
}

std::string shapels::hoverHead(const OperationInfo &op) {
  std::string names;
  for (const ValueInfo &result : op.results)
    names += (names.empty() ? "" : ", ") + result.name;
  return names + (names.empty() ? "" : " = ") + op.name +
         (op.results.size() == 1 ? typeAndShape(op.results[0]) : "");
}

std::optional<NameOccurrence> shapels::symbolOf(const Section &section,
                                                StatementId id) {
  for (const NameOccurrence &name : section.outline().names(id))
    if (name.kind == NameKind::Symbol && name.isDefinition)
      return name;
  return std::nullopt;
}

/// A longer one is cut.
static constexpr size_t longestSignature = 300;

std::string shapels::signatureText(const Section &section, StatementId id) {
  const Outline &outline = section.outline();
  SectionRange header = outline.range(id);
  std::vector<RegionText> regions = outline.regions(id);
  if (!regions.empty())
    header.end = regions.front().inside.begin - regions.front().isOpened;
  std::string_view text = section.slice(header);
  std::string line;
  Lexer lexer(text);
  SectionOffset end;
  for (Token token = lexer.next();
       !token.is(TokenKind::End) && line.size() <= longestSignature;
       token = lexer.next()) {
    bool isApart = token.range.begin != end && !line.empty();
    line += (isApart ? " " : "") + std::string(token.in(text));
    end = token.range.end;
  }
  return shortened(std::move(line), longestSignature);
}

/// `4 from %a`, `? from dim 0 of %a` are plain.
bool shapels::isSurprising(const DimInfo &dim) {
  std::string_view text = dim.because.text;
  std::string plain = dim.size + " from ";
  if (text.empty())
    return false;
  if (!text.starts_with(plain))
    return true;
  text.remove_prefix(plain.size());
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(' '));
    bool isName =
        word.starts_with('%') && word.back() != ';' && word.back() != ',';
    bool isNumber =
        word.find_first_not_of("0123456789") == std::string_view::npos;
    if (!isName && !isNumber && word != "dim" && word != "of")
      return true;
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return false;
}

std::string shapels::builtinTypeText(std::string_view type) {
  if (type == "index")
    return "integer as wide as an address";
  if (type == "none")
    return "type of the one value that says nothing";
  if (type == "bf16")
    return "16-bit floating-point number with 8 bits of exponent";
  if (type == "tf32")
    return "19-bit floating-point number";
  size_t digits = type.find_first_of("0123456789");
  if (digits == type.npos ||
      type.find_first_not_of("0123456789", digits) != type.npos)
    return "";
  std::string_view kind = type.substr(0, digits);
  std::string bits = std::string(type.substr(digits)) + "-bit ";
  return kind == "i"    ? bits + "integer"
         : kind == "si" ? bits + "signed integer"
         : kind == "ui" ? bits + "unsigned integer"
         : kind == "f"  ? bits + "floating-point number"
                        : "";
}

Token shapels::tokenOnLine(TextSpan text, SectionOffset offset) {
  SectionRange line{text.lineStart(offset), text.lineEnd(offset)};
  Lexer lexer(text.slice(line));
  Token best;
  for (Token token = lexer.nextWithComments(); !token.is(TokenKind::End);
       token = lexer.nextWithComments()) {
    token.range = token.range.shifted(line.begin.value);
    if (token.range.contains(offset) ||
        (token.range.end == offset && best.is(TokenKind::End)))
      best = token;
  }
  return best;
}

std::optional<SectionRange> shapels::typeAround(const Section &section,
                                                Token token) {
  static constexpr std::string_view shaped[] = {"tensor", "memref", "vector"};
  SectionOffset start = section.span().lineStart(token.range.begin);
  StatementId around = section.outline().statementAt(token.range.begin);
  SectionOffset end = section.span().lineEnd(token.range.begin);
  if (around != noStatement)
    end = std::max(end, section.statement(around).range.end);
  std::string_view text = section.slice({start, end});
  Lexer lexer(text);
  std::optional<SectionRange> found;
  for (Token word = lexer.next();
       !word.is(TokenKind::End) &&
       word.range.begin.value <= token.range.begin.value - start.value;
       word = lexer.next()) {
    bool isShaped = word.is(TokenKind::TypeName);
    for (std::string_view name : shaped)
      isShaped |= word.in(text) == name;
    Lexer inside = lexer;
    if (!isShaped || !inside.next().is(TokenKind::Less))
      continue;
    int depth = 1;
    Token last;
    while (depth > 0 && !(last = inside.next()).is(TokenKind::End))
      depth += last.is(TokenKind::Less) - last.is(TokenKind::Greater);
    SectionRange type =
        SectionRange{word.range.begin, last.range.end}.shifted(start.value);
    if (depth == 0 && type.contains(token.range))
      found = type;
  }
  return found;
}
