//===- DimParser.cpp ------------------------------------------------------===//

#include "core/shape/DimParser.h"
#include "core/syntax/Lexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;

/// Brackets are nested no deeper.
static constexpr unsigned mostBrackets = 64;

namespace {

/// What is wrong makes all of it null.
class Parser {
public:
  Parser(llvm::StringRef text, DimExprs &exprs, NamedDim named)
      : text(text), lexer(this->text), exprs(exprs), named(named) {
    advance();
  }

  bool isAtEnd() const { return token.is(TokenKind::End); }
  bool consume(TokenKind kind) {
    bool isIt = token.is(kind);
    if (isIt)
      advance();
    return isIt;
  }
  llvm::StringRef word() const { return token.in(text); }
  void advance() { token = lexer.next(); }

  DimExpr sum() {
    DimExpr result = product();
    while (result && (word() == "+" || word() == "-")) {
      bool isMinus = word() == "-";
      advance();
      if (DimExpr next = product())
        result = isMinus ? exprs.sub(result, next) : exprs.add(result, next);
      else
        return {};
    }
    return result;
  }

private:
  using Combine = DimExpr (DimExprs::*)(DimExpr, DimExpr);
  Combine combinedBy() const {
    return word() == "*"          ? Combine(&DimExprs::mul)
           : word() == "floordiv" ? Combine(&DimExprs::floorDiv)
           : word() == "ceildiv"  ? Combine(&DimExprs::ceilDiv)
           : word() == "mod"      ? Combine(&DimExprs::mod)
                                  : nullptr;
  }

  DimExpr product() {
    DimExpr result = factor();
    while (Combine combine = result ? combinedBy() : nullptr) {
      advance();
      DimExpr next = factor();
      result = next ? (exprs.*combine)(result, next) : DimExpr();
    }
    return result;
  }

  DimExpr factor() {
    bool isMinus = false;
    for (; word() == "-"; advance())
      isMinus = !isMinus;
    DimExpr result = atom();
    return result && isMinus ? exprs.mul(result, -1) : result;
  }

  DimExpr atom() {
    DimExpr result;
    int64_t number = 0;
    if (consume(TokenKind::LeftParen)) {
      result = ++depth < mostBrackets ? sum() : DimExpr();
      --depth;
      return consume(TokenKind::RightParen) ? result : DimExpr();
    }
    if (token.is(TokenKind::Number) && !word().getAsInteger(10, number))
      result = exprs.literal(number);
    else if (token.is(TokenKind::BareIdentifier))
      result = named(word());
    advance();
    return result;
  }

  std::string_view text;
  Lexer lexer;
  Token token;
  DimExprs &exprs;
  NamedDim named;
  unsigned depth = 0;
};

} // namespace

DimExpr shapels::parseDim(llvm::StringRef text, DimExprs &exprs,
                          NamedDim named) {
  Parser parser(text, exprs, named);
  DimExpr result = parser.sum();
  return parser.isAtEnd() ? result : DimExpr();
}

std::optional<llvm::SmallVector<DimExpr>>
shapels::parseAffineResults(llvm::StringRef text, DimExprs &exprs,
                            llvm::ArrayRef<DimExpr> symbols) {
  constexpr llvm::StringLiteral start = "affine_map<()[";
  size_t at = text.find(start);
  if (at == text.npos)
    return std::nullopt;
  text = text.drop_front(at + start.size());
  auto [list, rest] = text.split(']');
  llvm::SmallVector<llvm::StringRef> names;
  for (llvm::StringRef name : llvm::split(list, ','))
    names.push_back(name.trim());
  if (names.size() != symbols.size())
    return std::nullopt;
  auto named = [&](llvm::StringRef name) {
    auto found = llvm::find(names, name);
    return found == names.end() ? DimExpr() : symbols[found - names.begin()];
  };
  Parser parser(rest, exprs, named);
  llvm::SmallVector<DimExpr> results;
  if (!parser.consume(TokenKind::Arrow) ||
      !parser.consume(TokenKind::LeftParen))
    return std::nullopt;
  while (!parser.consume(TokenKind::RightParen)) {
    DimExpr result = parser.sum();
    if (!result ||
        (!parser.consume(TokenKind::Comma) && !parser.word().starts_with(")")))
      return std::nullopt;
    results.push_back(result);
  }
  return results;
}
