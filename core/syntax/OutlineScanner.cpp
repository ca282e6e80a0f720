//===- OutlineScanner.cpp - One pass over the tokens ----------------------===//

#include "shapels/syntax/OutlineScanner.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace shapels;

Outline shapels::outlineOf(std::string_view text, const OpTable &ops) {
  return OutlineScanner(text, ops).scan();
}

Outline OutlineScanner::scan() {
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    if (!expectsStatement() && startsStatement(token))
      closeToRegion();
    if (expectsStatement())
      beginStatement(token);
    else
      consume(token);
  }
  closeTo(1, {static_cast<uint32_t>(text.size())});
  return std::move(outline);
}

uint32_t OutlineScanner::columnOf(ByteOffset offset) const {
  size_t lineEnd = offset.value == 0
                       ? text.npos
                       : text.find_last_of("\r\n", offset.value - 1);
  return offset.value -
         (lineEnd == text.npos ? 0 : static_cast<uint32_t>(lineEnd) + 1);
}

StatementId OutlineScanner::push(StatementKind kind, Token first,
                                 ByteRange name) {
  auto id = static_cast<StatementId>(outline.statements.size());
  outline.statements.push_back(
      {kind, first.range, name, top().statement, top().number, 0, id + 1});
  frames.push_back({Frame::Statement, id});
  hasSymbol = false;
  return id;
}

void OutlineScanner::beginStatement(Token token) {
  switch (token.kind) {
  case TokenKind::RightBrace:
    if (frames.size() > 1)
      return closeBrace(token);
    break;
  case TokenKind::BlockName:
    if (frames.size() > 1)
      return consumeLabel(token);
    break;
  case TokenKind::ResourceBegin:
    return consumeResources(token);
  case TokenKind::HashName:
  case TokenKind::TypeName:
    if (frames.size() > 1 || !isFollowedBy(TokenKind::Equal))
      break;
    push(StatementKind::Alias, token, token.range);
    addName(token);
    outline.names.back().isDefinition = true;
    previous = token;
    return;
  case TokenKind::ValueName:
  case TokenKind::BareIdentifier:
  case TokenKind::String:
    return beginOperation(token);
  default:
    break;
  }
  push(StatementKind::Other, token, {token.range.begin, token.range.begin});
  previous = token;
}

void OutlineScanner::beginOperation(Token start) {
  Token name = start;
  if (start.is(TokenKind::ValueName) && !isResultList(lexer)) {
    push(StatementKind::Other, start, {start.range.begin, start.range.begin});
    return consume(start);
  }
  if (std::optional<size_t> outer = unclosedFunction(start))
    closeTo(*outer, start.range.begin);
  StatementId id = push(StatementKind::Operation, start,
                        {start.range.begin, start.range.begin});
  if (start.is(TokenKind::ValueName))
    name = consumeResults(start);
  previous = name;
  Statement &statement = outline.statements[id];
  if (name.is(TokenKind::String))
    statement.name = {name.range.begin + 1,
                      name.range.end - (name.range.size() > 1)};
  else if (name.is(TokenKind::BareIdentifier))
    statement.name = name.range;
  statement.range.end = name.range.end;
}

/// Consumes `%a, %b:2 =`; returns the op's name, or an empty token at the end
/// of the line where it is still missing.
Token OutlineScanner::consumeResults(Token token) {
  for (; !token.is(TokenKind::Equal); token = lexer.next()) {
    if (token.is(TokenKind::ValueName)) {
      addName(token);
      outline.names.back().isDefinition = true;
    }
    if (token.is(TokenKind::Number))
      outline.names.back().resultCount = static_cast<uint32_t>(std::min(
          std::strtoul(spelling(token).data(), nullptr, 10), 1ul << 20));
  }
  Token name = Lexer(lexer).next();
  bool isName =
      name.is(TokenKind::String) || name.is(TokenKind::BareIdentifier);
  return isName ? lexer.next() : token;
}

void OutlineScanner::consumeLabel(Token label) {
  StatementId id = push(StatementKind::BlockLabel, label, label.range);
  addName(label);
  outline.names.back().isDefinition = true;
  int depth = 0;
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    depth += token.is(TokenKind::LeftParen) - token.is(TokenKind::RightParen);
    if (token.is(TokenKind::ValueName)) {
      addName(token);
      outline.names.back().isDefinition = true;
    } else if (token.is(TokenKind::HashName) || token.is(TokenKind::TypeName)) {
      addName(token);
    }
    outline.statements[id].range.end = token.range.end;
    Token ahead = Lexer(lexer).next();
    if ((depth <= 0 && token.is(TokenKind::Colon)) ||
        ahead.is(TokenKind::RightBrace))
      break;
  }
  closeStatement();
}

void OutlineScanner::consumeResources(Token begin) {
  StatementId id = push(StatementKind::Resources, begin, begin.range);
  Token token = begin;
  while (!token.is(TokenKind::End) && !token.is(TokenKind::ResourceEnd))
    token = lexer.next();
  outline.statements[id].range.end = token.range.end;
  closeStatement();
}

/// One token inside a statement.
void OutlineScanner::consume(Token token) {
  StatementId statement = top().statement;
  // A closing brace may end this statement, and then belongs to an outer one.
  if (!token.is(TokenKind::RightBrace))
    outline.statements[statement].range.end = token.range.end;
  switch (token.kind) {
  case TokenKind::LeftBrace:
    if (opensRegion())
      openRegion(statement, token);
    else
      frames.push_back({Frame::Dictionary, statement});
    break;
  case TokenKind::LeftParen:
    frames.push_back({Frame::Paren, statement});
    break;
  case TokenKind::LeftSquare:
    frames.push_back({Frame::Square, statement});
    break;
  case TokenKind::Less:
    frames.push_back({Frame::Angle, statement});
    break;
  case TokenKind::RightBrace:
    closeBrace(token);
    break;
  case TokenKind::RightParen:
    closeBracket(Frame::Paren);
    break;
  case TokenKind::RightSquare:
    closeBracket(Frame::Square);
    break;
  case TokenKind::Greater:
    if (top().kind == Frame::Angle)
      frames.pop_back();
    break;
  case TokenKind::ValueName:
  case TokenKind::BlockName:
  case TokenKind::HashName:
  case TokenKind::TypeName:
    addName(token);
    break;
  case TokenKind::SymbolName:
    addSymbol(token);
    break;
  case TokenKind::String:
    // "func.func"() <{sym_name = "f"}>
    if (previous.is(TokenKind::Equal) &&
        spelling(beforePrevious) == "sym_name" && token.range.size() > 2)
      outline.names.push_back({NameKind::Symbol,
                               true,
                               {token.range.begin + 1, token.range.end - 1},
                               statement});
    break;
  default:
    break;
  }
  beforePrevious = previous;
  previous = token;
}

void OutlineScanner::openRegion(StatementId statement, Token brace) {
  uint32_t number = outline.statements[statement].regionCount++;
  frames.push_back({Frame::Region, statement, number,
                    static_cast<uint32_t>(outline.regions.size())});
  outline.regions.push_back(
      {statement, number, {brace.range.end, brace.range.end}});
}

/// Closes a dictionary, or the innermost region and what is unclosed in it.
void OutlineScanner::closeBrace(Token brace) {
  size_t open = frames.size();
  while (open-- > 1)
    if (frames[open].kind == Frame::Dictionary ||
        frames[open].kind == Frame::Region)
      break;
  if (open == 0) {
    // A stray brace ends the statement it stands in.
    closeToRegion();
    push(StatementKind::Other, brace, {brace.range.begin, brace.range.begin});
    previous = brace;
    return;
  }
  if (frames[open].kind == Frame::Region)
    outline.regions[frames[open].region].isClosed = true;
  closeTo(open, brace.range.begin);
  outline.statements[top().statement].range.end = brace.range.end;
  previous = brace;
}

/// Closes the innermost bracket of that kind in this statement, and what is
/// unclosed in it; a stray closing bracket is ignored.
void OutlineScanner::closeBracket(Frame::Kind kind) {
  size_t open = frames.size() - 1;
  while (frames[open].kind == Frame::Angle ||
         (kind == Frame::Paren && frames[open].kind == Frame::Square))
    --open;
  if (frames[open].kind == kind)
    frames.resize(open);
}

/// Ends the innermost statement, whose frame is the last one.
void OutlineScanner::closeStatement() {
  StatementId id = top().statement;
  frames.pop_back();
  Statement &statement = outline.statements[id];
  statement.subtreeEnd = static_cast<StatementId>(outline.statements.size());
  if (statement.parent != noStatement) {
    ByteOffset &parentEnd = outline.statements[statement.parent].range.end;
    parentEnd = std::max(parentEnd, statement.range.end);
  }
}

/// Ends the statement that the innermost region holds.
void OutlineScanner::closeToRegion() {
  while (top().kind != Frame::Region) {
    if (top().kind == Frame::Statement)
      closeStatement();
    else
      frames.pop_back();
  }
}

/// Recovery: a function that starts inside a function, no further to the
/// right than that one, means that a `}` is missing before. Returns the frame
/// of the outer one.
std::optional<size_t> OutlineScanner::unclosedFunction(Token name) const {
  if (!name.startsLine || !name.is(TokenKind::BareIdentifier) ||
      !spelling(name).ends_with(".func"))
    return std::nullopt;
  for (size_t i = 1; i < frames.size(); ++i) {
    if (frames[i].kind != Frame::Statement)
      continue;
    const Statement &outer = outline.statements[frames[i].statement];
    bool isAlike = text.substr(outer.name.begin.value, outer.name.size()) ==
                   spelling(name);
    if (isAlike && columnOf(name.range.begin) <= columnOf(outer.range.begin))
      return i;
  }
  return std::nullopt;
}

/// Closes the innermost frames: the statements and, up to `end`, the regions
/// among them.
void OutlineScanner::closeTo(size_t frameCount, ByteOffset end) {
  while (frames.size() > frameCount) {
    if (top().kind == Frame::Statement) {
      closeStatement();
      continue;
    }
    if (top().kind == Frame::Region)
      outline.regions[top().region].inside.end = end;
    frames.pop_back();
  }
}

void OutlineScanner::addName(Token token) {
  StatementId statement = top().statement;
  auto &names = outline.names;
  switch (token.kind) {
  case TokenKind::HashName:
    // The #1 of %0#1 belongs to the name before.
    if (!names.empty() && names.back().kind == NameKind::Value &&
        names.back().range.end == token.range.begin) {
      names.back().range.end = token.range.end;
      return;
    }
    names.push_back({NameKind::AttributeAlias, false, token.range, statement});
    return;
  case TokenKind::TypeName:
    names.push_back({NameKind::TypeAlias, false, token.range, statement});
    return;
  case TokenKind::BlockName:
    names.push_back({NameKind::Block, false, token.range, statement});
    return;
  default:
    names.push_back({NameKind::Value, false, token.range, statement});
  }
}

/// The first symbol of an op that defines one, before any bracket, is its own.
void OutlineScanner::addSymbol(Token symbol) {
  const Statement &statement = outline.statements[top().statement];
  std::string_view opName =
      text.substr(statement.name.begin.value, statement.name.size());
  bool isOwn =
      !hasSymbol && top().kind == Frame::Statement && ops.definesSymbol(opName);
  hasSymbol |= isOwn;
  outline.names.push_back(
      {NameKind::Symbol, isOwn, symbol.range, top().statement});
}
