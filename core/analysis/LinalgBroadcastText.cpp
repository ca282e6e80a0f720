//===- LinalgBroadcastText.cpp --------------------------------------------===//

#include "core/analysis/LinalgBroadcastText.h"
#include "core/shape/MlirShapes.h"
#include "core/syntax/Brackets.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

using namespace shapels;

std::optional<ListVerdict> shapels::checkBroadcastList(mlir::Operation *op) {
  if (op->getName().getStringRef() != "linalg.broadcast" ||
      op->getNumOperands() != 2)
    return std::nullopt;
  auto list = op->getAttrOfType<mlir::DenseI64ArrayAttr>("dimensions");
  TypeShape input = shapeOf(op->getOperand(0).getType());
  TypeShape result = shapeOf(op->getOperand(1).getType());
  if (!list || !input.isRanked() || !result.isRanked())
    return std::nullopt;
  return checkBroadcastList(*input.dims, *result.dims, list.asArrayRef());
}

std::string shapels::listText(std::span<const int64_t> entries) {
  std::string text;
  for (int64_t entry : entries)
    text += (text.empty() ? "" : ", ") + std::to_string(entry);
  return "[" + text + "]";
}

//===----------------------------------------------------------------------===//
// Places in the text
//===----------------------------------------------------------------------===//

namespace {

/// The tokens behind an op's name.
class OpTokens {
public:
  OpTokens(std::string_view text, SectionOffset base) : text(text), base(base) {
    Lexer lexer(text);
    for (Token token = lexer.next(); !token.is(TokenKind::End);
         token = lexer.next())
      tokens.push_back(token);
  }

  void findList(BroadcastText &result) const;
  std::optional<SectionRange> inputType() const;
  std::optional<SectionRange> genericInputType() const;

private:
  bool is(size_t at, TokenKind kind) const {
    return at < tokens.size() && tokens[at].is(kind);
  }
  bool isWord(size_t at, std::string_view word) const {
    return is(at, TokenKind::BareIdentifier) && tokens[at].in(text) == word;
  }
  SectionRange rangeOf(size_t first, size_t last) const {
    return SectionRange{tokens[first].range.begin, tokens[last].range.end}
        .shifted(base.value);
  }
  size_t closing(size_t opening) const;
  std::optional<SectionRange> typeAt(size_t first) const;

  std::string_view text;
  SectionOffset base;
  std::vector<Token> tokens;
};

/// The bracket that closes the one at `opening`.
size_t OpTokens::closing(size_t opening) const {
  int depth = 0;
  for (size_t at = opening; at < tokens.size(); ++at) {
    depth += isOpening(tokens[at].kind) - isClosing(tokens[at].kind);
    if (depth == 0)
      return at;
  }
  return tokens.size();
}

/// Up to the comma or bracket that ends it.
std::optional<SectionRange> OpTokens::typeAt(size_t first) const {
  int depth = 0;
  for (size_t at = first; at < tokens.size(); ++at) {
    bool isEnd = tokens[at].is(TokenKind::Comma) || isClosing(tokens[at].kind);
    if (depth == 0 && isEnd)
      return at == first ? std::nullopt : std::optional(rangeOf(first, at - 1));
    depth += isOpening(tokens[at].kind) - isClosing(tokens[at].kind);
  }
  return std::nullopt;
}

void OpTokens::findList(BroadcastText &result) const {
  for (size_t at = 0; at + 2 < tokens.size(); ++at) {
    if (!isWord(at, "dimensions") || !is(at + 1, TokenKind::Equal))
      continue;
    size_t first = at + 2, opening = first + isWord(first, "array");
    size_t end = is(opening, TokenKind::LeftSquare) || opening != first
                     ? closing(opening)
                     : tokens.size();
    if (end == tokens.size())
      return;
    result.list = rangeOf(first, end);
    // Behind `array<i64`, if there are any.
    size_t begin = opening == first ? first + 1 : std::min(first + 4, end);
    for (size_t at = begin, entry = begin; at < end; ++at)
      if (at + 1 == end || is(at + 1, TokenKind::Comma)) {
        result.entries.push_back(rangeOf(entry, at));
        entry = ++at + 1;
      }
    return;
  }
}

/// Behind `ins(%input :`.
std::optional<SectionRange> OpTokens::inputType() const {
  for (size_t at = 0; at + 1 < tokens.size(); ++at)
    if (isWord(at, "ins") && is(at + 1, TokenKind::LeftParen))
      for (size_t colon = at + 2; colon < closing(at + 1); ++colon)
        if (is(colon, TokenKind::Colon))
          return typeAt(colon + 1);
  return std::nullopt;
}

/// The first one behind the last `: (`.
std::optional<SectionRange> OpTokens::genericInputType() const {
  std::optional<size_t> last;
  int depth = 0;
  for (size_t at = 0; at + 1 < tokens.size(); ++at) {
    if (depth == 0 && is(at, TokenKind::Colon) &&
        is(at + 1, TokenKind::LeftParen))
      last = at + 2;
    depth += isOpening(tokens[at].kind) - isClosing(tokens[at].kind);
  }
  return last ? typeAt(*last) : std::nullopt;
}

} // namespace

BroadcastText shapels::textOfBroadcast(const Section &section,
                                       mlir::Operation *op) {
  BroadcastText result;
  StatementId id = section.ir().statementOf(op);
  if (id == noStatement)
    return result;
  Statement statement = section.statement(id);
  SectionOffset begin = section.behindName(id);
  result.isGeneric = begin != statement.name.end;
  OpTokens tokens(section.slice({begin, statement.range.end}), begin);
  tokens.findList(result);
  result.inputType =
      result.isGeneric ? tokens.genericInputType() : tokens.inputType();
  return result;
}
