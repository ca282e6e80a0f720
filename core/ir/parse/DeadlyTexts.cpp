//===- DeadlyTexts.cpp ----------------------------------------------------===//
//
// `linalg.transpose` and its like go on with a null attribute where the list of
// integers behind `permutation =` does not parse.
//
//===----------------------------------------------------------------------===//

#include "core/ir/parse/DeadlyTexts.h"

#include "core/syntax/Lexer.h"

#include <algorithm>

using namespace shapels;

namespace {

struct ListedIntegers {
  std::string_view op, keyword;
};

constexpr ListedIntegers ops[] = {{"linalg.broadcast", "dimensions"},
                                  {"linalg.reduce", "dimensions"},
                                  {"linalg.transpose", "permutation"}};

/// Reads a list of integers as MLIR's parser does.
class ListReader {
public:
  ListReader(std::string_view text, const ListedIntegers &row)
      : text(text), lexer(text), row(row) {}

  /// Nothing if there is no list, or a right one.
  std::optional<DeadlyText> read();

private:
  bool skipToList();
  std::optional<DeadlyText> wants(Token token, std::string message) const {
    bool isThere = !token.is(TokenKind::End);
    return DeadlyText{isThere ? token.range : ByteRange{end, end},
                      std::move(message)};
  }
  Token take() {
    Token token = lexer.next();
    if (!token.is(TokenKind::End))
      end = token.range.end;
    return token;
  }
  Token peek() const { return Lexer(lexer).next(); }
  bool takeInteger();

  std::string_view text;
  Lexer lexer;
  const ListedIntegers &row;
  /// Behind the last token.
  ByteOffset end;
};

} // namespace

/// Behind the `=` of `permutation =` outside of any brackets.
bool ListReader::skipToList() {
  int depth = 0;
  for (Token token = take(); !token.is(TokenKind::End); token = take()) {
    switch (token.kind) {
    case TokenKind::LeftParen:
    case TokenKind::LeftBrace:
    case TokenKind::LeftSquare:
    case TokenKind::Less:
      ++depth;
      break;
    case TokenKind::RightParen:
    case TokenKind::RightBrace:
    case TokenKind::RightSquare:
    case TokenKind::Greater:
      --depth;
      break;
    default:
      break;
    }
    if (depth == 0 && token.in(text) == row.keyword &&
        peek().is(TokenKind::Equal)) {
      take();
      return true;
    }
  }
  return false;
}

/// `-1`, `0x2`; MLIR takes no other numbers here.
bool ListReader::takeInteger() {
  if (peek().in(text) == "-")
    take();
  Token number = peek();
  bool isInteger =
      number.is(TokenKind::Number) &&
      number.in(text).find_first_of(".eE") == std::string_view::npos;
  if (isInteger)
    take();
  return isInteger;
}

std::optional<DeadlyText> ListReader::read() {
  if (!skipToList())
    return std::nullopt;
  if (!peek().is(TokenKind::LeftSquare))
    return wants(peek(), "expected '['");
  take();
  if (peek().is(TokenKind::RightSquare))
    return std::nullopt;
  while (takeInteger()) {
    if (peek().is(TokenKind::RightSquare))
      return std::nullopt;
    if (!peek().is(TokenKind::Comma))
      return wants(peek(), "expected ']'");
    take();
  }
  return wants(peek(), "custom op '" + std::string(row.op) +
                           "' expected integer value");
}

bool shapels::mayBeDeadly(const Outline &outline) {
  return std::ranges::any_of(ops, [&](const ListedIntegers &row) {
    return outline.spelling(row.op).has_value();
  });
}

std::optional<DeadlyText>
shapels::deadlyTextOf(TextSpan text, const Outline &outline, StatementId id) {
  if (outline.kind(id) != StatementKind::Operation)
    return std::nullopt;
  auto row = std::ranges::find(ops, outline.opName(id), &ListedIntegers::op);
  if (row == std::end(ops))
    return std::nullopt;
  Statement own = outline.statement(id);
  ByteRange range{own.name.begin, own.range.end};
  std::string_view written = text.slice(range);
  // The generic form has all in a dictionary.
  if (written.starts_with('"'))
    return std::nullopt;
  std::optional<DeadlyText> fault = ListReader(written, *row).read();
  if (fault)
    fault->range = fault->range.shifted(range.begin.value);
  return fault;
}
