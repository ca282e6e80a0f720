//===- OutlineScanner.cpp - One pass over the tokens ----------------------===//

#include "shapels/syntax/OutlineScanner.h"

#include <algorithm>
#include <charconv>
#include <utility>

using namespace shapels;

OutlineScanner::OutlineScanner(std::string_view text, ByteOffset start,
                               const OpTable &ops, std::vector<Ancestor> given,
                               Stop stop)
    : text(text), ops(ops), ancestors(std::move(given)), stop(std::move(stop)),
      lexer(text, start, &outline.reach) {
  // Measured: what most texts have at most, so that little is copied.
  outline.statements.reserve(text.size() / 48);
  outline.names.reserve(text.size() / 16);
  uint32_t parent = noStatement, region = 0;
  for (const Ancestor &ancestor : ancestors) {
    auto id = static_cast<uint32_t>(outline.statements.size());
    outline.statements.push_back({StatementKind::Operation,
                                  {},
                                  {},
                                  parent,
                                  region,
                                  ancestor.region + 1});
    frames.push_back({Frame::Statement, id});
    if (ancestor.isInParen)
      frames.push_back({Frame::Paren, id});
    frames.push_back({Frame::Region, id, ancestor.region,
                      static_cast<uint32_t>(outline.regions.size())});
    outline.regions.push_back({id, ancestor.region, {}});
    parent = id, region = ancestor.region;
  }
}

OutlineScan OutlineScanner::scan() {
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    if (!expectsStatement() && startsStatement(token))
      closeToRegion();
    if (!expectsStatement()) {
      consume(token);
      continue;
    }
    if (stop(token.range.begin, outline, frames)) {
      outline.isStopped = true;
      break;
    }
    beginStatement(token);
  }
  noteReach();
  outline.open = frames;
  if (!outline.isStopped)
    closeTo(1, {static_cast<uint32_t>(text.size())});
  return std::move(outline);
}

/// Of the statement that began last.
void OutlineScanner::noteReach() {
  if (!outline.statements.empty())
    outline.statements.back().reach = outline.reach;
}

std::string_view OutlineScanner::nameOf(uint32_t statement) const {
  if (isAncestor(statement))
    return ancestors[statement].name;
  ByteRange name = outline.statements[statement].name;
  return text.substr(name.begin.value, name.size());
}

uint32_t OutlineScanner::columnOf(uint32_t statement) const {
  return isAncestor(statement)
             ? ancestors[statement].column
             : columnOf(outline.statements[statement].range.begin);
}

uint32_t OutlineScanner::columnOf(ByteOffset offset) const {
  size_t lineEnd = offset.value == 0
                       ? text.npos
                       : text.find_last_of("\r\n", offset.value - 1);
  return offset.value -
         (lineEnd == text.npos ? 0 : static_cast<uint32_t>(lineEnd) + 1);
}

uint32_t OutlineScanner::push(StatementKind kind, Token first, ByteRange name) {
  noteReach();
  auto id = static_cast<uint32_t>(outline.statements.size());
  outline.statements.push_back(
      {kind, first.range, name, top().statement, top().number});
  frames.push_back({Frame::Statement, id});
  beforePrevious = {};
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
  uint32_t id = push(StatementKind::Operation, start,
                     {start.range.begin, start.range.begin});
  if (start.is(TokenKind::ValueName))
    name = consumeResults(start);
  previous = name;
  OutlineScan::Statement &statement = outline.statements[id];
  if (name.is(TokenKind::String))
    statement.name = {name.range.begin + 1,
                      name.range.end - (name.range.size() > 1)};
  else if (name.is(TokenKind::BareIdentifier))
    statement.name = name.range;
  statement.range.end = name.range.end;
}

static uint32_t resultCountOf(std::string_view digits) {
  uint32_t count = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), count);
  return std::min(count, 1u << 20);
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
      outline.names.back().resultCount = resultCountOf(spelling(token));
  }
  Lexer before = lexer;
  Token name = lexer.next();
  if (name.is(TokenKind::String) || name.is(TokenKind::BareIdentifier))
    return name;
  lexer = before;
  return token;
}

void OutlineScanner::consumeLabel(Token label) {
  uint32_t id = push(StatementKind::BlockLabel, label, label.range);
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
  uint32_t id = push(StatementKind::Resources, begin, begin.range);
  Token token = begin;
  while (!token.is(TokenKind::End) && !token.is(TokenKind::ResourceEnd))
    token = lexer.next();
  outline.statements[id].range.end = token.range.end;
  closeStatement();
}

/// One token inside a statement.
void OutlineScanner::consume(Token token) {
  uint32_t statement = top().statement;
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
      addName(NameKind::Symbol, {token.range.begin + 1, token.range.end - 1},
              true);
    break;
  default:
    break;
  }
  beforePrevious = previous;
  previous = token;
}

void OutlineScanner::openRegion(uint32_t statement, Token brace) {
  OutlineScan::Region region{statement,
                             outline.statements[statement].regionCount++,
                             {brace.range.end, brace.range.end}};
  region.isInParen = top().kind == Frame::Paren;
  region.isDeeper =
      region.isInParen && frames[frames.size() - 2].kind != Frame::Statement;
  frames.push_back({Frame::Region, statement, region.number,
                    static_cast<uint32_t>(outline.regions.size())});
  outline.regions.push_back(region);
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
  uint32_t id = top().statement;
  frames.pop_back();
  OutlineScan::Statement &statement = outline.statements[id];
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
    uint32_t outer = frames[i].statement;
    if (nameOf(outer) == spelling(name) &&
        columnOf(name.range.begin) <= columnOf(outer))
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

void OutlineScanner::addName(NameKind kind, ByteRange range,
                             bool isDefinition) {
  uint32_t statement = top().statement;
  ++outline.statements[statement].nameCount;
  outline.names.push_back({kind, isDefinition, range, statement});
}

void OutlineScanner::addName(Token token) {
  auto &names = outline.names;
  switch (token.kind) {
  case TokenKind::HashName:
    // The #1 of %0#1 belongs to the name before.
    if (!names.empty() && names.back().kind == NameKind::Value &&
        names.back().range.end == token.range.begin) {
      names.back().range.end = token.range.end;
      names.back().suffixSize += token.range.size();
      return;
    }
    return addName(NameKind::AttributeAlias, token.range);
  case TokenKind::TypeName:
    return addName(NameKind::TypeAlias, token.range);
  case TokenKind::BlockName:
    return addName(NameKind::Block, token.range);
  default:
    return addName(NameKind::Value, token.range);
  }
}

/// The first symbol of an op that defines one, before any bracket or region, is
/// its own.
void OutlineScanner::addSymbol(Token symbol) {
  OutlineScan::Statement &statement = outline.statements[top().statement];
  bool isOwn = !statement.hasSymbol && statement.regionCount == 0 &&
               top().kind == Frame::Statement &&
               ops.definesSymbol(nameOf(top().statement));
  statement.hasSymbol |= isOwn;
  addName(NameKind::Symbol, symbol.range, isOwn);
}
