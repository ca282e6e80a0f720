//===- OutlineLookahead.cpp - What the tokens ahead start -----------------===//

#include "shapels/syntax/OutlineScanner.h"

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
bool OutlineScanner::opensCallback() const {
  bool isInBrackets = top().kind == Frame::Paren ||
                      top().kind == Frame::Square ||
                      top().kind == Frame::Dictionary;
  bool isInOp =
      outline.statements[top().statement].kind == StatementKind::Operation;
  if (!isInBrackets || !isInOp || !previousEndsType())
    return false;
  auto [first, ahead] = lookAhead();
  return first.is(TokenKind::ValueName) && isResultListOfOp(ahead);
}

/// Whether `{` opens a region rather than a dictionary.
bool OutlineScanner::opensRegion() const {
  if (opensCallback())
    return true;
  bool isInList =
      top().kind == Frame::Paren &&
      (previous.is(TokenKind::LeftParen) || previous.is(TokenKind::Comma));
  if (top().kind != Frame::Statement && !isInList)
    return false;
  const OutlineScan::Statement &statement = outline.statements[top().statement];
  // A region is no value of a key.
  if (statement.kind == StatementKind::Alias || previous.is(TokenKind::Equal))
    return false;
  if (facts.hasNoRegions(statement.name) ||
      (previous.is(TokenKind::BareIdentifier) &&
       spelling(previous) == "attributes"))
    return false;
  auto [first, ahead] = lookAhead();
  while (first.is(TokenKind::LeftBrace)) // One too many.
    first = ahead.next();
  bool endsLine = first.startsLine || first.is(TokenKind::End);
  if (endsLine && isFunction(top().statement) && statement.regionCount == 0 &&
      !mayBeKey(first, ahead))
    return true;
  switch (first.kind) {
  case TokenKind::BlockName:
  case TokenKind::RightBrace:
    return true;
  case TokenKind::ValueName:
    return isResultList(ahead) || (first.startsLine && ahead.next().startsLine);
  case TokenKind::String:
    return isUnterminated(first) || ahead.next().is(TokenKind::LeftParen);
  case TokenKind::BareIdentifier:
    return wordOpensRegion(first, ahead.next(), first.startsLine);
  case TokenKind::End: {
    std::string_view name = nameOf(top().statement);
    return ops.isRegistered(name) || ops.isBare(name);
  }
  default:
    return false;
  }
}

bool OutlineScanner::wordOpensRegion(Token word, Token after,
                                     bool isOnOwnLine) const {
  if (after.is(TokenKind::Equal) || after.is(TokenKind::Comma))
    return false;
  std::string_view name = spelling(word);
  auto isKnown = [&] {
    // `transform.apply_patterns.x` in `transform.apply_patterns`.
    std::string_view own = nameOf(top().statement);
    bool isOwn = own.find('.') != own.npos && name.starts_with(own) &&
                 name.substr(own.size()).starts_with('.');
    return isOwn || ops.isBare(name) || ops.isRegistered(name);
  };
  bool hasDot = name.find('.') != name.npos;
  if (after.is(TokenKind::RightBrace))
    return (hasDot && endsLikeTerminator(name)) || isKnown();
  if (after.is(TokenKind::Colon))
    return isKnown();
  return isOnOwnLine || hasDot || isKnown();
}

/// Whether the token before wants more to follow.
inline bool OutlineScanner::isContinued() const {
  return isContinuedBehind(previous.kind) ||
         (previous.is(TokenKind::Other) &&
          !spelling(previous).starts_with('?'));
}

inline bool OutlineScanner::isNameOfCurrentStatement(Token token) const {
  const OutlineScan::Statement &statement = outline.statements[top().statement];
  ByteOffset name{statement.nameBegin};
  auto size = static_cast<uint32_t>(nameOf(top().statement).size());
  return size > 0 && token.range.contains({name, name + size});
}

/// Whether a statement may end with the token before, with the next one on
/// the same line.
inline bool OutlineScanner::canEndStatement() const {
  if (previous.is(TokenKind::BareIdentifier))
    return isTypeWord(spelling(previous));
  if (previous.is(TokenKind::String))
    return false;
  return !isContinued() && !isNameOfCurrentStatement(previous);
}

/// Behind which nothing goes on with a name, but an op that is being typed
/// may begin with one.
inline bool OutlineScanner::previousEndsType() const {
  return previous.is(TokenKind::Greater) ||
         (previous.is(TokenKind::BareIdentifier) &&
          isTypeWord(spelling(previous)));
}

/// Recovery: whether a label starts here that lacks something, and no successor
/// of the op in front.
bool OutlineScanner::isCutLabelHere() const {
  const OutlineScan::Statement &statement = outline.statements[top().statement];
  bool endsBlock = endsLikeTerminator(nameOf(top().statement)) ||
                   (statement.regionCount == 0 &&
                    std::any_of(outline.names.begin() + statement.firstName,
                                outline.names.end(), [](auto &name) {
                                  return name.kind == NameKind::Block;
                                }));
  bool mayFollow = canEndStatement() || endsLikeTerminator(spelling(previous));
  return mayFollow && isCutLabel(lexer, endsBlock);
}

bool OutlineScanner::isUnterminated(Token string) const {
  return string.range.size() == 1 || !spelling(string).ends_with('"');
}

bool OutlineScanner::startsOnLine(Token token) const {
  if (unclosedFunction(token))
    return true;
  return top().kind == Frame::Statement ? isStart(token)
                                        : startsAfterUnclosedBracket(token);
}

/// Behind something of the innermost statement.
bool OutlineScanner::startsInLine(Token token) const {
  return token.is(TokenKind::ValueName)
             ? canEndStatement() && beginsResults(token)
             : isStart(token);
}

bool OutlineScanner::beginsResults(Token first) const {
  if (!isResultList(lexer))
    return false;
  knownList = first.range.begin;
  return true;
}

/// Whether it ends the innermost statement.
bool OutlineScanner::isStart(Token token) const {
  switch (token.kind) {
  case TokenKind::ValueName:
    return previousEndsType() || beginsResults(token);
  case TokenKind::String: {
    if (token.startsLine && isUnterminated(token) && !isContinued())
      return true;
    if (isContinued() || !isFollowedBy(TokenKind::LeftParen) ||
        isBetweenOperands(token))
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
    if (token.startsLine)
      note(StatementOrder::AsksDepth);
    return token.startsLine && frames.size() == 2 &&
           isFollowedBy(TokenKind::Equal);
  case TokenKind::BlockName:
    if (token.startsLine)
      note(StatementOrder::AsksDepth);
    return token.startsLine && (frames.size() > 2 || lacksBrace(token)) &&
           !isContinued() && (isLabel(lexer) || isCutLabelHere());
  case TokenKind::ResourceBegin:
    note(StatementOrder::AsksDepth);
    return frames.size() == 2;
  default:
    return false;
  }
}

/// The slashes of a comment in front of the first token behind it, between the
/// brackets of `!dialect.type<...>`: MLIR looks for their end in all text.
std::optional<ByteRange> OutlineScanner::noComment(Token behind) const {
  bool isOfDialect = false;
  for (size_t i = frames.size() - 1; frames[i].kind > Frame::Statement; --i)
    isOfDialect |= frames[i].isOfDialect;
  ByteOffset end = previous.range.end;
  std::string_view between = spelling({end, behind.range.begin});
  size_t blanks = between.find_first_not_of(" \t\r\n");
  if (!isOfDialect || blanks == between.npos || between[blanks] != '/')
    return std::nullopt;
  ByteOffset slashes = end + static_cast<uint32_t>(blanks);
  return ByteRange{slashes, slashes + 2};
}

inline bool OutlineScanner::wordStartsStatement(Token word) const {
  if (isContinued())
    return false;
  std::string_view name = spelling(word);
  if (name.find('.') == name.npos)
    return ((word.startsLine || canEndStatement()) && ops.isBare(name)) ||
           startsUnknown(word);
  if (word.startsLine)
    return true;
  return canEndStatement() && ops.isRegistered(name);
}

/// `sink %7 : index`, an op with a bare name that nobody knows: below the start
/// of a statement that ends with a type.
bool OutlineScanner::startsUnknown(Token word) const {
  bool isBehindTypes = previousEndsType() || previous.is(TokenKind::RightParen);
  ByteOffset own = outline.statements[top().statement].range.begin;
  return word.startsLine && isBehindTypes &&
         isFollowedBy(TokenKind::ValueName) &&
         columnOf(word.range.begin) == columnOf(own);
}

/// Recovery: a line that can only start a new statement ends what was left open
/// in the one before.
bool OutlineScanner::startsAfterUnclosedBracket(Token token) const {
  bool isAlias =
      (token.is(TokenKind::HashName) || token.is(TokenKind::TypeName)) &&
      spelling(token).find('.') == std::string_view::npos &&
      isFollowedBy(TokenKind::Equal);
  bool isLabelHere =
      token.is(TokenKind::BlockName) && frames.size() > 2 && isLabel(lexer);
  if (isAlias || token.is(TokenKind::BlockName))
    note(StatementOrder::AsksDepth);
  if (isLabelHere)
    return true;
  if (isAlias &&
      std::none_of(frames.begin() + 1, frames.end(), [](const Frame &frame) {
        return frame.kind == Frame::Region;
      }))
    return true;
  if (token.is(TokenKind::ValueName) && isContinued())
    return isResultListOfOp(lexer);
  if (token.is(TokenKind::ValueName))
    return !isContinued() && isResultList(lexer);
  bool isOp =
      token.is(TokenKind::BareIdentifier) &&
      (ops.isRegistered(spelling(token)) || spelling(token) == "return");
  bool isFirst =
      top().kind == Frame::Dictionary && previous.is(TokenKind::LeftBrace);
  return isOp && (isFirst ? !isKey(token) : !isContinued());
}

/// Whether the first word in braces, which may be the name of an op, is that of
/// an attribute.
bool OutlineScanner::isKey(Token word) const {
  Token behind = Lexer(lexer).next();
  if (!behind.is(TokenKind::RightBrace))
    return behind.is(TokenKind::Equal) || behind.is(TokenKind::Comma);
  ByteOffset op = outline.statements[top().statement].range.begin;
  return !behind.startsLine || columnOf(behind.range.begin) >= columnOf(op);
}
