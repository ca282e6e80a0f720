//===- OutlineLookahead.cpp - What the tokens ahead start -----------------===//

#include "core/syntax/OutlineLookahead.h"
#include "core/syntax/OutlineRecovery.h"

#include <algorithm>

using namespace shapels;

namespace {

bool isOneOf(std::string_view word,
             std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// Whether a bare word can be the last token of a type: `i32`, `bf16`, `index`.
bool isTypeWord(std::string_view word) {
  auto isDigitAt = [&](size_t at) {
    return at < word.size() && word[at] >= '0' && word[at] <= '9';
  };
  if (isDigitAt(1))
    return word[0] == 'i' || word[0] == 'f';
  if (isDigitAt(2))
    return isOneOf(word.substr(0, 2), {"si", "ui", "bf", "tf"});
  return isOneOf(word, {"index", "none", "token"});
}

} // namespace

bool shapels::endsLikeTerminator(std::string_view word) {
  return word.ends_with("yield") || word.ends_with("return") ||
         word.ends_with("terminator");
}

/// Whether a label whose end is missing ends before the token, which `ahead` is
/// just behind.
bool shapels::isBehindLabel(Token token, Lexer ahead) {
  switch (token.kind) {
  case TokenKind::End:
  case TokenKind::RightBrace:
    return true;
  case TokenKind::ValueName:
    return token.startsLine && isResultList(ahead);
  case TokenKind::BareIdentifier:
  case TokenKind::String:
  case TokenKind::BlockName:
    return token.startsLine;
  default:
    return false;
  }
}

/// Recovery: `^bb0(...)` or `^bb0(...` without what it lacks, or `^bb0` if
/// `mayBeBare`, at the end of a line.
static bool isCutLabel(Lexer ahead, bool mayBeBare) {
  Token token = ahead.next();
  if (!token.is(TokenKind::LeftParen))
    return mayBeBare && (token.startsLine || token.is(TokenKind::RightBrace));
  for (int depth = 1; depth > 0;) {
    token = ahead.next();
    if (token.is(TokenKind::LeftBrace))
      return false;
    if (isBehindLabel(token, ahead))
      return true;
    depth += token.is(TokenKind::LeftParen) - token.is(TokenKind::RightParen);
  }
  token = ahead.next();
  return token.startsLine || isBehindLabel(token, ahead);
}

/// Whether what `ahead` is just behind, an opening brace, is closed in its
/// line; then `ahead` is behind that.
static bool skipBracesInLine(Lexer &ahead) {
  for (int depth = 1; depth > 0;) {
    Token token = ahead.next();
    if (token.is(TokenKind::End) || token.startsLine)
      return false;
    depth += token.is(TokenKind::LeftBrace) - token.is(TokenKind::RightBrace);
  }
  return true;
}

/// `^bb0:` or `^bb0(...):`, not a successor, with `ahead` just behind the name.
bool shapels::isLabel(Lexer ahead) {
  Token token = ahead.next();
  if (!token.is(TokenKind::LeftParen))
    return token.is(TokenKind::Colon);
  Token last, beforeEqual;
  bool isInType = false;
  for (int depth = 1; depth > 0;) {
    token = ahead.nextInBrackets(last, beforeEqual);
    isInType |= token.is(TokenKind::Less);
    if (isInType && token.is(TokenKind::LeftBrace) && skipBracesInLine(ahead))
      continue;
    bool startsStatement = token.startsLine && token.is(TokenKind::ValueName) &&
                           shapels::isResultList(ahead);
    if (token.is(TokenKind::End) || token.is(TokenKind::LeftBrace) ||
        startsStatement)
      return false;
    depth += token.is(TokenKind::LeftParen) - token.is(TokenKind::RightParen);
  }
  return ahead.next().is(TokenKind::Colon);
}

bool shapels::isLongResultList(Lexer ahead) {
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

/// `%a, %b:2 = x.op`: in brackets (`iter_args(%a = %b)`) names stand for
/// values.
static bool isResultListOfOp(Lexer ahead) {
  if (!shapels::isResultList(ahead))
    return false;
  while (!ahead.next().is(TokenKind::Equal))
    continue;
  Token name = ahead.next();
  return name.is(TokenKind::BareIdentifier) || name.is(TokenKind::String);
}

/// Whether the first token in braces may be the key of an attribute, or that of
/// an alias, which is at the top.
static bool mayBeKey(Token first, Lexer ahead) {
  bool mayBeAlias =
      first.is(TokenKind::HashName) || first.is(TokenKind::TypeName);
  return first.is(TokenKind::BareIdentifier) || first.is(TokenKind::String) ||
         (mayBeAlias && ahead.next().is(TokenKind::Equal));
}

/// Whether `{` opens a region that is a part of an attribute, in brackets, by
/// the op that begins there: `[#a if(%b: i32) -> i1 { %c = x.y ...`.
bool OutlineLookahead::opensCallback() const {
  bool isInBrackets = state.top().kind == Frame::Paren ||
                      state.top().kind == Frame::Square ||
                      state.top().kind == Frame::Dictionary;
  bool isInOp = state.innermost().kind == StatementKind::Operation;
  if (!isInBrackets || !isInOp || !previousEndsType())
    return false;
  auto [first, ahead] = in.lookAhead();
  return first.is(TokenKind::ValueName) && isResultListOfOp(ahead);
}

/// Whether `{` opens a region rather than a dictionary.
bool OutlineLookahead::opensRegion() const {
  if (opensCallback())
    return true;
  bool isInList = state.top().kind == Frame::Paren &&
                  (in.previous.is(TokenKind::LeftParen) ||
                   in.previous.is(TokenKind::Comma));
  if (state.top().kind != Frame::Statement && !isInList)
    return false;
  const OutlineScan::Statement &statement = state.innermost();
  // A region is no value of a key.
  if (statement.kind == StatementKind::Alias ||
      in.previous.is(TokenKind::Equal))
    return false;
  if (state.facts.hasNoRegions(statement.name) ||
      (in.previous.is(TokenKind::BareIdentifier) &&
       in.spelling(in.previous) == "attributes"))
    return false;
  auto [first, ahead] = in.lookAhead();
  while (first.is(TokenKind::LeftBrace)) // One too many.
    first = ahead.next();
  bool endsLine = first.startsLine || first.is(TokenKind::End);
  if (endsLine && state.isFunction(state.top().statement) &&
      statement.regionCount == 0 && !mayBeKey(first, ahead))
    return true;
  switch (first.kind) {
  case TokenKind::BlockName:
  case TokenKind::RightBrace:
    return true;
  case TokenKind::ValueName:
    return isResultList(ahead) || (first.startsLine && ahead.next().startsLine);
  case TokenKind::String:
    return in.isUnterminated(first) || ahead.next().is(TokenKind::LeftParen);
  case TokenKind::BareIdentifier:
    return wordOpensRegion(first, ahead.next(), first.startsLine);
  case TokenKind::End: {
    std::string_view name = state.nameOf(state.top().statement);
    return state.ops.isRegistered(name) || state.ops.isBare(name);
  }
  default:
    return false;
  }
}

bool OutlineLookahead::wordOpensRegion(Token word, Token after,
                                       bool isOnOwnLine) const {
  if (after.is(TokenKind::Equal) || after.is(TokenKind::Comma))
    return false;
  std::string_view name = in.spelling(word);
  auto isKnown = [&] {
    // `transform.apply_patterns.x` in `transform.apply_patterns`.
    std::string_view own = state.nameOf(state.top().statement);
    bool isOwn = own.find('.') != own.npos && name.starts_with(own) &&
                 name.substr(own.size()).starts_with('.');
    return isOwn || state.ops.isBare(name) || state.ops.isRegistered(name);
  };
  bool hasDot = name.find('.') != name.npos;
  if (after.is(TokenKind::RightBrace))
    return (hasDot && endsLikeTerminator(name)) || isKnown();
  if (after.is(TokenKind::Colon))
    return isKnown();
  return isOnOwnLine || hasDot || isKnown();
}

inline bool OutlineLookahead::isNameOfCurrentStatement(Token token) const {
  const OutlineScan::Statement &statement = state.innermost();
  ByteOffset name{statement.nameBegin};
  auto size = static_cast<uint32_t>(state.nameOf(state.top().statement).size());
  return size > 0 && token.range.contains({name, name + size});
}

/// Whether a statement may end with the token before, with the next one on
/// the same line.
inline bool OutlineLookahead::canEndStatement() const {
  if (in.previous.is(TokenKind::BareIdentifier))
    return isTypeWord(in.spelling(in.previous));
  if (in.previous.is(TokenKind::String))
    return false;
  return !in.isContinued() && !isNameOfCurrentStatement(in.previous);
}

/// Behind which nothing goes on with a name, but an op that is being typed
/// may begin with one.
inline bool OutlineLookahead::previousEndsType() const {
  return in.previous.is(TokenKind::Greater) ||
         (in.previous.is(TokenKind::BareIdentifier) &&
          isTypeWord(in.spelling(in.previous)));
}

/// Recovery: whether a label starts here that lacks something, and no successor
/// of the op in front.
bool OutlineLookahead::isCutLabelHere() const {
  const OutlineScan::Statement &statement = state.innermost();
  bool endsBlock =
      endsLikeTerminator(state.nameOf(state.top().statement)) ||
      (statement.regionCount == 0 &&
       std::any_of(state.outline.names.begin() + statement.firstName,
                   state.outline.names.end(),
                   [](auto &name) { return name.kind == NameKind::Block; }));
  bool mayFollow =
      canEndStatement() || endsLikeTerminator(in.spelling(in.previous));
  return mayFollow && isCutLabel(in.lexer, endsBlock);
}

bool OutlineLookahead::startsOnLine(Token token) const {
  if (OutlineRecovery(state).unclosedFunction(token))
    return true;
  return state.top().kind == Frame::Statement
             ? isStart(token)
             : startsAfterUnclosedBracket(token);
}

/// Behind something of the innermost statement.
bool OutlineLookahead::startsInLine(Token token) const {
  return token.is(TokenKind::ValueName)
             ? canEndStatement() && beginsResults(token)
             : isStart(token);
}

bool OutlineLookahead::beginsResults(Token first) const {
  if (!isResultList(in.lexer))
    return false;
  state.knownList = first.range.begin;
  return true;
}

/// Whether it ends the innermost statement.
bool OutlineLookahead::isStart(Token token) const {
  switch (token.kind) {
  case TokenKind::ValueName:
    return previousEndsType() || beginsResults(token);
  case TokenKind::String: {
    if (token.startsLine && in.isUnterminated(token) && !in.isContinued())
      return true;
    if (in.isContinued() || !in.isFollowedBy(TokenKind::LeftParen) ||
        isBetweenOperands(token))
      return false;
    bool isArgument = isNameOfCurrentStatement(in.previous) &&
                      !state.ops.isBare(in.spelling(in.previous)) &&
                      !endsLikeTerminator(in.spelling(in.previous));
    return token.startsLine ? !isArgument : canEndStatement();
  }
  case TokenKind::BareIdentifier:
    return wordStartsStatement(token);
  case TokenKind::HashName:
  case TokenKind::TypeName:
    if (token.startsLine)
      state.note(StatementOrder::AsksDepth);
    return token.startsLine && state.frames.size() == 2 &&
           in.isFollowedBy(TokenKind::Equal);
  case TokenKind::BlockName:
    if (token.startsLine)
      state.note(StatementOrder::AsksDepth);
    return token.startsLine &&
           (state.frames.size() > 2 ||
            OutlineRecovery(state).lacksBrace(token)) &&
           !in.isContinued() && (isLabel(in.lexer) || isCutLabelHere());
  case TokenKind::ResourceBegin:
    state.note(StatementOrder::AsksDepth);
    return state.frames.size() == 2;
  default:
    return false;
  }
}

/// The slashes of a comment in front of the first token behind it, between the
/// brackets of `!dialect.type<...>`: MLIR looks for their end in all text.
std::optional<ByteRange> OutlineLookahead::noComment(Token behind) const {
  bool isOfDialect = false;
  for (size_t i = state.frames.size() - 1;
       state.frames[i].kind > Frame::Statement; --i)
    isOfDialect |= state.frames[i].isOfDialect;
  ByteOffset end = in.previous.range.end;
  std::string_view between = in.spelling({end, behind.range.begin});
  size_t blanks = between.find_first_not_of(" \t\r\n");
  if (!isOfDialect || blanks == between.npos || between[blanks] != '/')
    return std::nullopt;
  ByteOffset slashes = end + static_cast<uint32_t>(blanks);
  return ByteRange{slashes, slashes + 2};
}

inline bool OutlineLookahead::wordStartsStatement(Token word) const {
  if (in.isContinued())
    return false;
  std::string_view name = in.spelling(word);
  if (name.find('.') == name.npos)
    return ((word.startsLine || canEndStatement()) && state.ops.isBare(name)) ||
           startsUnknown(word);
  if (word.startsLine)
    return true;
  return canEndStatement() && state.ops.isRegistered(name);
}

/// `sink %7 : index`, an op with a bare name that nobody knows: below the start
/// of a statement that ends with a type.
bool OutlineLookahead::startsUnknown(Token word) const {
  bool isBehindTypes =
      previousEndsType() || in.previous.is(TokenKind::RightParen);
  ByteOffset own = state.innermost().range.begin;
  return word.startsLine && isBehindTypes &&
         in.isFollowedBy(TokenKind::ValueName) &&
         in.columnOf(word.range.begin) == in.columnOf(own);
}

/// Recovery: a line that can only start a new statement ends what was left open
/// in the one before.
bool OutlineLookahead::startsAfterUnclosedBracket(Token token) const {
  bool isAlias =
      (token.is(TokenKind::HashName) || token.is(TokenKind::TypeName)) &&
      in.spelling(token).find('.') == std::string_view::npos &&
      in.isFollowedBy(TokenKind::Equal);
  bool isLabelHere = token.is(TokenKind::BlockName) &&
                     state.frames.size() > 2 && isLabel(in.lexer);
  if (isAlias || token.is(TokenKind::BlockName))
    state.note(StatementOrder::AsksDepth);
  if (isLabelHere)
    return true;
  if (isAlias && std::none_of(state.frames.begin() + 1, state.frames.end(),
                              [](const Frame &frame) {
                                return frame.kind == Frame::Region;
                              }))
    return true;
  if (token.is(TokenKind::ValueName) && in.isContinued())
    return isResultListOfOp(in.lexer);
  if (token.is(TokenKind::ValueName))
    return !in.isContinued() && isResultList(in.lexer);
  bool isOp = token.is(TokenKind::BareIdentifier) &&
              (state.ops.isRegistered(in.spelling(token)) ||
               in.spelling(token) == "return");
  bool isFirst = state.top().kind == Frame::Dictionary &&
                 in.previous.is(TokenKind::LeftBrace);
  return isOp && (isFirst ? !isKey(token) : !in.isContinued());
}

/// Whether the first word in braces, which may be the name of an op, is that of
/// an attribute.
bool OutlineLookahead::isKey(Token word) const {
  Token behind = Lexer(in.lexer).next();
  if (!behind.is(TokenKind::RightBrace))
    return behind.is(TokenKind::Equal) || behind.is(TokenKind::Comma);
  ByteOffset op = state.innermost().range.begin;
  return !behind.startsLine ||
         in.columnOf(behind.range.begin) >= in.columnOf(op);
}

/// `x.op(%a) "y.op"(%b) : ...`: whether a string stands behind operands of the
/// innermost statement, which has no types yet.
bool OutlineLookahead::isBetweenOperands(Token string) const {
  if (string.startsLine || !in.previous.is(TokenKind::RightParen))
    return false;
  // Of an op around the scan, that is before what is in view.
  ByteOffset name{state.innermost().nameBegin};
  return in.text.slice({name, string.range.begin}).find_first_of(":>") ==
         std::string_view::npos;
}
