//===- OperationText.cpp --------------------------------------------------===//

#include "core/analysis/OperationText.h"
#include "core/ir/context/BoundedText.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/syntax/Brackets.h"

#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;

std::optional<SectionRange> shapels::resultTypeRange(const Section &section,
                                                     mlir::Operation *op) {
  StatementId id = section.ir().statementOf(op);
  if (id == noStatement || op->getNumResults() != 1)
    return std::nullopt;
  return resultTypeRange(section, id);
}

std::optional<SectionRange> shapels::resultTypeRange(const Section &section,
                                                     StatementId id) {
  if (section.outline().hasChildren(id))
    return std::nullopt;
  // Offsets in what is behind the op's name.
  SectionRange rest{section.behindName(id), section.statement(id).range.end};
  std::string_view text = section.slice(rest);
  Lexer lexer(text);
  std::optional<SectionRange> type;
  int depth = 0;
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    depth += isOpening(token.kind) - isClosing(token.kind);
    bool isLocation = depth == 0 && token.is(TokenKind::BareIdentifier) &&
                      token.in(text) == "loc";
    if (isLocation)
      break;
    if (depth == 0 &&
        (token.is(TokenKind::Arrow) || token.is(TokenKind::Colon)))
      type = SectionRange{token.range.end, token.range.end};
    else if (type)
      type = SectionRange{type->empty() ? token.range.begin : type->begin,
                          token.range.end};
  }
  if (!type || type->empty() || depth != 0)
    return std::nullopt;
  return type->shifted(rest.begin.value);
}

std::string_view shapels::customText(const Section &section,
                                     mlir::Operation *op) {
  StatementId id =
      op->isRegistered() ? noStatement : SectionIR::statementOf(op);
  if (id == noStatement || isPlaceholder(op))
    return {};
  Statement statement = section.statement(id);
  if (section.behindName(id) != statement.name.end)
    return {};
  SectionRange text{statement.name.begin, statement.range.end};
  std::vector<RegionText> regions = section.outline().regions(id);
  if (!regions.empty())
    text.end = regions.front().inside.begin;
  return section.slice(text);
}

std::string shapels::shortened(std::string text, size_t limit) {
  if (text.size() <= limit)
    return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80)
    --limit;
  text.resize(limit);
  return text + "…";
}

std::string shapels::typeText(mlir::Type type) {
  return shortened(boundedText(type), 160);
}

//===----------------------------------------------------------------------===//
// Parts of an op
//===----------------------------------------------------------------------===//

namespace {

/// A token of an op's text outside of its regions, and how many brackets are
/// around it; an opening and a closing one count as inside.
struct OwnToken {
  TokenKind kind;
  SectionRange range;
  int depth;
};
using OwnTokens = std::vector<OwnToken>;

} // namespace

static OwnTokens ownTokens(const Section &section, StatementId id) {
  OwnTokens tokens;
  int depth = 0;
  auto read = [&](SectionRange part) {
    Lexer lexer(section.slice(part));
    for (Token token = lexer.next(); !token.is(TokenKind::End);
         token = lexer.next()) {
      depth += isOpening(token.kind);
      tokens.push_back(
          {token.kind, token.range.shifted(part.begin.value), depth});
      depth -= isClosing(token.kind);
    }
  };
  SectionOffset at = section.behindName(id);
  for (const RegionText &region : section.outline().regions(id)) {
    read({at, region.inside.begin});
    at = region.inside.end;
  }
  read({at, section.statement(id).range.end});
  return tokens;
}

/// What commas separate in [first, last), at the depth that it begins with.
static std::vector<SectionRange> listIn(const OwnTokens &tokens, size_t first,
                                        size_t last) {
  std::vector<SectionRange> items;
  int depth = std::numeric_limits<int>::max();
  for (size_t i = first; i < last; ++i)
    depth = std::min(depth, tokens[i].depth);
  for (size_t i = first; i < last; ++i) {
    bool isComma =
        tokens[i].kind == TokenKind::Comma && tokens[i].depth == depth;
    if (i == first || (isComma && i + 1 < last))
      items.push_back(tokens[isComma ? i + 1 : i].range);
    if (!isComma)
      items.back().end = tokens[i].range.end;
  }
  return items;
}

/// The types before the last arrow.
static std::vector<SectionRange> typesBeforeArrow(const OwnTokens &tokens) {
  size_t arrow = tokens.size();
  for (size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].kind == TokenKind::Arrow && tokens[i].depth == 0)
      arrow = i;
  if (arrow == tokens.size())
    return {};
  size_t colon = arrow;
  while (colon > 0 &&
         !(tokens[colon].kind == TokenKind::Colon && tokens[colon].depth == 0))
    --colon;
  if (tokens[colon].kind != TokenKind::Colon || arrow - colon < 2)
    return {};
  bool isInParens = tokens[colon + 1].kind == TokenKind::LeftParen &&
                    tokens[arrow - 1].kind == TokenKind::RightParen;
  return listIn(tokens, colon + 1 + isInParens, arrow - isInParens);
}

/// The types in `ins(%a, %b : T, U) outs(%c : V)`.
static std::vector<SectionRange>
typesOfDestinationStyle(const Section &section, const OwnTokens &tokens) {
  std::vector<SectionRange> types;
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    std::string_view word = section.slice(tokens[i].range);
    if (tokens[i].depth != 0 || (word != "ins" && word != "outs") ||
        tokens[i + 1].kind != TokenKind::LeftParen)
      continue;
    size_t colon = 0, end = i + 2;
    for (; end < tokens.size() && tokens[end].kind != TokenKind::RightParen;
         ++end)
      if (tokens[end].kind == TokenKind::Colon && tokens[end].depth == 1)
        colon = end;
    while (end < tokens.size() && !(tokens[end].kind == TokenKind::RightParen &&
                                    tokens[end].depth == 1))
      ++end;
    if (colon)
      llvm::append_range(types, listIn(tokens, colon + 1, end));
  }
  return types;
}

std::optional<SectionRange> shapels::operandTypeRange(const Section &section,
                                                      mlir::Operation *op,
                                                      unsigned number) {
  StatementId id = section.ir().statementOf(op);
  if (id == noStatement)
    return std::nullopt;
  OwnTokens tokens = ownTokens(section, id);
  for (const std::vector<SectionRange> &types :
       {typesOfDestinationStyle(section, tokens), typesBeforeArrow(tokens)})
    if (types.size() == op->getNumOperands())
      return types[number];
  return std::nullopt;
}

/// Up to the comma or bracket that ends it.
static SectionRange valueFrom(const OwnTokens &tokens, size_t name) {
  SectionRange range = tokens[name].range;
  int depth = tokens[name].depth;
  for (size_t i = name + 1; i < tokens.size(); ++i) {
    bool isEnd =
        tokens[i].depth < depth ||
        (tokens[i].depth == depth &&
         (tokens[i].kind == TokenKind::Comma ||
          tokens[i].kind == TokenKind::Colon || isClosing(tokens[i].kind)));
    if (isEnd)
      break;
    range.end = tokens[i].range.end;
  }
  return range;
}

std::optional<SectionRange> shapels::attributeRange(const Section &section,
                                                    mlir::Operation *op,
                                                    std::string_view names) {
  StatementId id = section.ir().statementOf(op);
  if (id == noStatement)
    return std::nullopt;
  OwnTokens tokens = ownTokens(section, id);
  for (llvm::StringRef name : llvm::split(llvm::StringRef(names), '|'))
    for (size_t i = 0; i + 1 < tokens.size(); ++i)
      if (section.slice(tokens[i].range) == std::string_view(name) &&
          tokens[i + 1].kind == TokenKind::Equal)
        return valueFrom(tokens, i);
  return std::nullopt;
}
