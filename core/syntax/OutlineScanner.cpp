//===- OutlineScanner.cpp - One pass over the tokens ----------------------===//

#include "shapels/syntax/Lexer.h"
#include "shapels/syntax/Outline.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace shapels;

namespace {

/// What is open at a point of the text, innermost last.
struct Frame {
  enum Kind : uint8_t { Region, Statement, Paren, Square, Angle, Dictionary };
  Kind kind;
  /// The statement that the frame is, or belongs to; none for the top level.
  StatementId statement;
  /// Of a Statement: regions seen so far. Of a Region: its number.
  uint32_t regions = 0;
};

bool isOneOf(std::string_view word,
             std::initializer_list<std::string_view> words) {
  for (std::string_view candidate : words)
    if (word == candidate)
      return true;
  return false;
}

/// Whether a bare word can be the last token of a type: `i32`, `bf16`, `index`.
bool isTypeWord(std::string_view word) {
  if (isOneOf(word, {"index", "none", "token"}))
    return true;
  size_t digits = word.find_first_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos)
    return false;
  return isOneOf(word.substr(0, digits), {"i", "si", "ui", "f", "bf", "tf"});
}

bool endsLikeTerminator(std::string_view word) {
  return word.ends_with("yield") || word.ends_with("return") ||
         word.ends_with("terminator");
}

/// `%a, %b:2 =`, with `ahead` just behind the first name.
bool isResultList(Lexer ahead) {
  for (;;) {
    Token token = ahead.next();
    if (token.is(TokenKind::Colon)) {
      if (!ahead.next().is(TokenKind::Number))
        return false;
      token = ahead.next();
    }
    if (!token.is(TokenKind::Comma))
      return token.is(TokenKind::Equal);
    if (!ahead.next().is(TokenKind::ValueName))
      return false;
  }
}

/// `^bb0:` or `^bb0(...):`, not a successor, with `ahead` just behind the name.
bool isLabel(Lexer ahead) {
  Token token = ahead.next();
  if (!token.is(TokenKind::LeftParen))
    return token.is(TokenKind::Colon);
  for (int depth = 1; depth > 0;) {
    token = ahead.next();
    if (token.is(TokenKind::End) || token.is(TokenKind::LeftBrace))
      return false;
    depth += token.is(TokenKind::LeftParen) - token.is(TokenKind::RightParen);
  }
  return ahead.next().is(TokenKind::Colon);
}

class Scanner {
public:
  Scanner(std::string_view text, const OpTable &ops)
      : text(text), ops(ops), lexer(text) {}

  Outline scan();

private:
  std::string_view spelling(Token token) const { return token.in(text); }

  // What the tokens ahead say. None of these consumes anything.
  bool isFollowedBy(TokenKind kind) const {
    return Lexer(lexer).next().is(kind);
  }
  bool opensRegion() const;
  bool wordOpensRegion(Token word, Token after, bool isOnOwnLine) const;
  bool startsStatement(Token token) const;
  bool wordStartsStatement(Token word) const;
  bool startsAfterUnclosedBracket(Token token) const;
  bool isContinued() const;
  bool canEndStatement() const;
  bool isNameOfCurrentStatement(Token token) const;

  // What consumes tokens.
  void consume(Token token);
  void beginStatement(Token token);
  void beginOperation(Token token);
  Token consumeResults(Token token);
  void consumeLabel(Token label);
  void consumeResources(Token begin);
  void closeBrace(Token brace);
  void closeBracket(Frame::Kind kind);
  void closeStatement();
  void closeToRegion();
  void leaveUnclosedFunction(Token name);
  void addName(Token token);
  void addSymbol(Token symbol);

  StatementId push(StatementKind kind, Token first, ByteRange name);
  Frame &top() { return frames.back(); }
  const Frame &top() const { return frames.back(); }
  bool expectsStatement() const { return top().kind == Frame::Region; }
  uint32_t columnOf(ByteOffset offset) const;

  std::string_view text;
  const OpTable &ops;
  Lexer lexer;
  Outline outline;
  std::vector<Frame> frames{{Frame::Region, noStatement}};
  /// The tokens before the current one.
  Token previous, beforePrevious;
  /// Whether the current statement has its symbol already.
  bool hasSymbol = false;
};

} // namespace

Outline shapels::outlineOf(std::string_view text, const OpTable &ops) {
  return Scanner(text, ops).scan();
}

Outline Scanner::scan() {
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    if (!expectsStatement() && startsStatement(token))
      closeToRegion();
    if (expectsStatement())
      beginStatement(token);
    else
      consume(token);
  }
  while (frames.size() > 1) {
    if (top().kind == Frame::Statement)
      closeStatement();
    else
      frames.pop_back();
  }
  return std::move(outline);
}

//===----------------------------------------------------------------------===//
// Looking ahead
//===----------------------------------------------------------------------===//

/// Whether `{` opens a region rather than a dictionary.
bool Scanner::opensRegion() const {
  bool isInList =
      top().kind == Frame::Paren &&
      (previous.is(TokenKind::LeftParen) || previous.is(TokenKind::Comma));
  if (top().kind != Frame::Statement && !isInList)
    return false;
  if (outline.statements[top().statement].kind == StatementKind::Alias)
    return false;
  Lexer ahead = lexer;
  Token first = ahead.next();
  switch (first.kind) {
  case TokenKind::BlockName:
    return true;
  case TokenKind::ValueName:
    return isResultList(ahead);
  case TokenKind::String:
    return ahead.next().is(TokenKind::LeftParen);
  case TokenKind::BareIdentifier:
    return wordOpensRegion(first, ahead.next(), first.startsLine);
  default:
    return false;
  }
}

bool Scanner::wordOpensRegion(Token word, Token after, bool isOnOwnLine) const {
  if (after.is(TokenKind::Equal) || after.is(TokenKind::Comma))
    return false;
  std::string_view name = spelling(word);
  bool isKnown = ops.isRegistered(name) || ops.isBare(name);
  if (after.is(TokenKind::RightBrace))
    return isKnown || (name.find('.') != name.npos && endsLikeTerminator(name));
  if (after.is(TokenKind::Colon))
    return isKnown;
  return isKnown || isOnOwnLine || name.find('.') != name.npos;
}

/// Whether the token before wants more to follow.
bool Scanner::isContinued() const {
  switch (previous.kind) {
  case TokenKind::Comma:
  case TokenKind::Colon:
  case TokenKind::Arrow:
  case TokenKind::FatArrow:
  case TokenKind::Equal:
  case TokenKind::LeftParen:
  case TokenKind::LeftSquare:
  case TokenKind::Less:
  case TokenKind::LeftBrace:
    return true;
  case TokenKind::Other:
    return !previous.in(text).starts_with('?');
  default:
    return false;
  }
}

bool Scanner::isNameOfCurrentStatement(Token token) const {
  ByteRange name = outline.statements[top().statement].name;
  return token.range.contains(name) && !name.empty();
}

/// Whether a statement may end with the token before, with the next one on
/// the same line.
bool Scanner::canEndStatement() const {
  if (previous.is(TokenKind::BareIdentifier))
    return isTypeWord(spelling(previous));
  return !isContinued() && !isNameOfCurrentStatement(previous);
}

bool Scanner::startsStatement(Token token) const {
  if (top().kind != Frame::Statement)
    return startsAfterUnclosedBracket(token);
  switch (token.kind) {
  case TokenKind::ValueName:
    return (token.startsLine || canEndStatement()) && isResultList(lexer);
  case TokenKind::String: {
    if (isContinued() || !isFollowedBy(TokenKind::LeftParen))
      return false;
    bool isArgument = isNameOfCurrentStatement(previous) &&
                      !ops.isBare(spelling(previous)) &&
                      !endsLikeTerminator(spelling(previous));
    return token.startsLine ? !isArgument : canEndStatement();
  }
  case TokenKind::BareIdentifier:
    return wordStartsStatement(token);
  case TokenKind::HashName:
  case TokenKind::TypeName:
    return token.startsLine && frames.size() == 2 &&
           isFollowedBy(TokenKind::Equal);
  case TokenKind::BlockName:
    return token.startsLine && frames.size() > 2 && !isContinued() &&
           isLabel(lexer);
  case TokenKind::ResourceBegin:
    return frames.size() == 2;
  default:
    return false;
  }
}

bool Scanner::wordStartsStatement(Token word) const {
  if (isContinued())
    return false;
  std::string_view name = spelling(word);
  if (name.find('.') == name.npos)
    return ops.isBare(name) && (word.startsLine || canEndStatement());
  if (word.startsLine)
    return true;
  return ops.isRegistered(name) && canEndStatement();
}

/// Recovery: a line that can only be a new statement ends what was left open
/// in the one before.
bool Scanner::startsAfterUnclosedBracket(Token token) const {
  if (!token.startsLine || isContinued())
    return false;
  if (token.is(TokenKind::ValueName))
    return isResultList(lexer);
  return token.is(TokenKind::BareIdentifier) &&
         (ops.isRegistered(spelling(token)) || spelling(token) == "return");
}

//===----------------------------------------------------------------------===//
// Consuming
//===----------------------------------------------------------------------===//

uint32_t Scanner::columnOf(ByteOffset offset) const {
  size_t lineEnd = offset.value == 0
                       ? text.npos
                       : text.find_last_of("\r\n", offset.value - 1);
  return offset.value -
         (lineEnd == text.npos ? 0 : static_cast<uint32_t>(lineEnd) + 1);
}

StatementId Scanner::push(StatementKind kind, Token first, ByteRange name) {
  auto id = static_cast<StatementId>(outline.statements.size());
  outline.statements.push_back(
      {kind, first.range, name, top().statement, top().regions, id + 1});
  frames.push_back({Frame::Statement, id});
  hasSymbol = false;
  return id;
}

void Scanner::beginStatement(Token token) {
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

void Scanner::beginOperation(Token start) {
  Token name = start;
  if (start.is(TokenKind::ValueName) && !isResultList(lexer)) {
    push(StatementKind::Other, start, {start.range.begin, start.range.begin});
    return consume(start);
  }
  if (start.is(TokenKind::BareIdentifier) && start.startsLine)
    leaveUnclosedFunction(start);
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
Token Scanner::consumeResults(Token token) {
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

void Scanner::consumeLabel(Token label) {
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

void Scanner::consumeResources(Token begin) {
  StatementId id = push(StatementKind::Resources, begin, begin.range);
  Token token = begin;
  while (!token.is(TokenKind::End) && !token.is(TokenKind::ResourceEnd))
    token = lexer.next();
  outline.statements[id].range.end = token.range.end;
  closeStatement();
}

/// One token inside a statement.
void Scanner::consume(Token token) {
  StatementId statement = top().statement;
  outline.statements[statement].range.end = token.range.end;
  switch (token.kind) {
  case TokenKind::LeftBrace:
    if (opensRegion()) {
      for (size_t i = frames.size(); i-- > 0;)
        if (frames[i].kind == Frame::Statement) {
          frames.push_back({Frame::Region, statement, frames[i].regions++});
          break;
        }
    } else {
      frames.push_back({Frame::Dictionary, statement});
    }
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

/// Closes a dictionary, or the innermost region and what is unclosed in it.
void Scanner::closeBrace(Token brace) {
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
  while (frames.size() > open) {
    if (top().kind == Frame::Statement)
      closeStatement();
    else
      frames.pop_back();
  }
  outline.statements[top().statement].range.end = brace.range.end;
  previous = brace;
}

/// Closes the innermost bracket of that kind in this statement, and what is
/// unclosed in it; a stray closing bracket is ignored.
void Scanner::closeBracket(Frame::Kind kind) {
  size_t open = frames.size() - 1;
  while (frames[open].kind == Frame::Angle ||
         (kind == Frame::Paren && frames[open].kind == Frame::Square))
    --open;
  if (frames[open].kind == kind)
    frames.resize(open);
}

/// Ends the innermost statement, whose frame is the last one.
void Scanner::closeStatement() {
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
void Scanner::closeToRegion() {
  while (top().kind != Frame::Region) {
    if (top().kind == Frame::Statement)
      closeStatement();
    else
      frames.pop_back();
  }
}

/// Recovery: a function that starts inside a function, no further to the
/// right than that one, means that a `}` is missing before.
void Scanner::leaveUnclosedFunction(Token name) {
  if (!spelling(name).ends_with(".func"))
    return;
  for (size_t i = 1; i < frames.size(); ++i) {
    if (frames[i].kind != Frame::Statement)
      continue;
    const Statement &outer = outline.statements[frames[i].statement];
    std::string_view outerName =
        text.substr(outer.name.begin.value, outer.name.size());
    if (outerName != spelling(name) ||
        columnOf(outer.range.begin) < columnOf(name.range.begin))
      continue;
    while (frames.size() > i) {
      if (top().kind == Frame::Statement)
        closeStatement();
      else
        frames.pop_back();
    }
    return;
  }
}

void Scanner::addName(Token token) {
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
void Scanner::addSymbol(Token symbol) {
  const Statement &statement = outline.statements[top().statement];
  std::string_view opName =
      text.substr(statement.name.begin.value, statement.name.size());
  bool isOwn =
      !hasSymbol && top().kind == Frame::Statement && ops.definesSymbol(opName);
  hasSymbol |= isOwn;
  outline.names.push_back(
      {NameKind::Symbol, isOwn, symbol.range, top().statement});
}
