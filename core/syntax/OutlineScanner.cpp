//===- OutlineScanner.cpp - One pass over the tokens ----------------------===//

#include "core/syntax/OutlineScanner.h"
#include "core/syntax/OutlineLookahead.h"
#include "core/syntax/OutlineRecovery.h"

#include <algorithm>
#include <utility>

using namespace shapels;

OutlineScanner::OutlineScanner(TextSpan text, ByteOffset start,
                               const OpTable &ops, Spellings &spellings,
                               const std::vector<Ancestor> &ancestors)
    : state(text, start, ops, spellings) {
  state.ancestorCount = ancestors.size();
  uint32_t parent = noStatement, region = 0;
  for (const Ancestor &ancestor : ancestors) {
    auto id = static_cast<uint32_t>(state.outline.statements.size());
    OutlineScan::Statement statement{};
    statement.kind = ancestor.kind;
    statement.range.begin = ancestor.begin;
    statement.nameBegin = ancestor.nameBegin.value;
    statement.name = ancestor.name;
    statement.parent = parent;
    statement.region = region;
    statement.regionCount = ancestor.region + 1;
    state.outline.statements.push_back(statement);
    state.open(Frame::Statement, id);
    if (ancestor.isInParen)
      state.open(Frame::Paren, id);
    state.open(Frame::Region, id, ancestor.region,
               static_cast<uint32_t>(state.outline.regions.size()));
    state.outline.regions.push_back({id, ancestor.region, {}});
    parent = id;
    region = ancestor.region;
  }
}

inline Token OutlineScanner::nextToken() {
  ScanText &in = state.in;
  switch (state.top().kind) {
  case Frame::Region:
    return in.nextInRegion();
  case Frame::Statement:
    return in.lexer.nextThatMatters(in.previous, in.beforeEqual, false);
  case Frame::Dictionary:
    return in.lexer.nextThatMatters(in.previous, in.beforeEqual, true);
  default:
    return in.lexer.nextInBrackets(in.previous, in.beforeEqual);
  }
}

OutlineScan OutlineScanner::scan(ByteOffset firstEnd, uint32_t windowSize,
                                 const Decide &decide) {
  ByteOffset start = state.in.windowEnd, begin = start;
  if (start.value != 0) {
    begin = state.in.text.lineStart(start);
    // A token starts a line if only blanks are before it.
    std::string_view before = state.in.text.slice({begin, start});
    if (before.find_first_not_of(" \t\n\r") == before.npos)
      start = begin;
  }
  state.in.lookAt(start, begin, firstEnd, state.outline.reach);
  // Measured: what most texts have at most, so that little is copied.
  state.outline.statements.reserve(state.in.window.size() / 48);
  state.outline.names.reserve(state.in.window.size() / 16);
  for (Token token = nextToken();; token = nextToken()) {
    if (OutlineLookahead(state).isOperand(token)) {
      names.add(state, NameKind::Value, token.range, state.intern(token.range));
      state.in.previous = token;
      continue;
    }
    bool mayBeBehindComment = token.startsLine || token.is(TokenKind::End);
    std::optional<ByteRange> slashes;
    if (mayBeBehindComment && state.top().kind > Frame::Statement &&
        (slashes = OutlineLookahead(state).noComment(token))) {
      state.in.goOnAt(slashes->end, state.outline.reach);
      consume({TokenKind::Other, false, *slashes});
      continue;
    }
    if (token.is(TokenKind::End))
      break;
    if (!state.expectsStatement()) {
      if (!OutlineLookahead(state).startsStatement(token)) {
        consume(token);
        continue;
      }
      OutlineRecovery(state).lacksBrace(token) ? openBody()
                                               : state.closeToRegion();
    }
    Decision decision;
    if (decide)
      decision = decide(token.range.begin, state.outline, state.frames);
    if (decision.what == Decision::Skip) {
      skip(decision.to, windowSize);
    } else if (decision.what == Decision::Stop) {
      state.outline.isStopped = true;
      break;
    } else {
      beginStatement(token);
    }
  }
  state.noteReach();
  state.outline.isComplete &=
      state.in.hasSeen(state.outline.reach) &&
      (state.outline.isStopped ||
       state.in.windowEnd.value == state.in.text.size());
  state.outline.open = state.frames;
  if (!state.outline.isStopped)
    state.closeTo(1, {state.in.text.size()});
  return std::move(state.outline);
}

/// Leaves out what is before `to`, where a statement ends.
void OutlineScanner::skip(ByteOffset to, uint32_t windowSize) {
  state.noteReach();
  state.outline.isComplete &= state.in.hasSeen(state.outline.reach);
  uint32_t parent = state.top().statement;
  state.outline.skips.push_back(
      {static_cast<uint32_t>(state.outline.statements.size()), parent});
  if (parent != noStatement) {
    ByteOffset &end = state.outline.statements[parent].range.end;
    end = std::max(end, to);
  }
  uint32_t rest = state.in.text.size() - to.value;
  state.in.lookAt(to, to - 1, to + std::min(rest, windowSize),
                  state.outline.reach);
  state.in.previous = {};
}

void OutlineScanner::beginStatement(Token token) {
  switch (token.kind) {
  case TokenKind::RightBrace:
    if (state.frames.size() > 1)
      return closeBrace(token);
    state.note(StatementOrder::AsksDepth);
    break;
  case TokenKind::BlockName:
    state.note(StatementOrder::AsksDepth);
    if (state.frames.size() > 1)
      return consumeLabel(token);
    break;
  case TokenKind::ResourceBegin:
    return consumeResources(token);
  case TokenKind::HashName:
  case TokenKind::TypeName:
    state.note(StatementOrder::AsksDepth);
    if (state.frames.size() > 1 || !state.in.isFollowedBy(TokenKind::Equal))
      break;
    state.push(StatementKind::Alias, token, token.range);
    names.add(state, token);
    names.last().isDefinition = true;
    state.in.previous = token;
    return;
  case TokenKind::ValueName:
  case TokenKind::BareIdentifier:
  case TokenKind::String:
    return beginOperation(token);
  default:
    break;
  }
  state.push(StatementKind::Other, token,
             {token.range.begin, token.range.begin});
  state.in.previous = token;
}

void OutlineScanner::beginOperation(Token start) {
  Token name = start;
  if (start.is(TokenKind::ValueName) && state.knownList != start.range.begin &&
      !isResultList(state.in.lexer)) {
    state.push(StatementKind::Other, start,
               {start.range.begin, start.range.begin});
    return consume(start);
  }
  if (std::optional<size_t> outer =
          OutlineRecovery(state).unclosedFunction(start))
    state.closeTo(*outer, start.range.begin);
  uint32_t id = state.push(StatementKind::Operation, start,
                           {start.range.begin, start.range.begin});
  if (start.is(TokenKind::ValueName))
    name = consumeResults(start);
  state.in.previous = name;
  state.outline.statements[id].range.end = name.range.end;
  if (name.is(TokenKind::String))
    nameOperation(id, OutlineRecovery(state).quotedName(name));
  else if (name.is(TokenKind::BareIdentifier))
    nameOperation(id, name.range);
  if (name.is(TokenKind::BareIdentifier) &&
      isNoTypeWord(state.in.spelling(name)))
    state.behindName = name.range.end;
}

void OutlineScanner::nameOperation(uint32_t statement, ByteRange name) {
  state.outline.statements[statement].nameBegin = name.begin.value;
  state.outline.statements[statement].name = state.intern(name);
}

/// One token inside a statement.
[[gnu::always_inline]] inline void OutlineScanner::consume(Token token) {
  uint32_t statement = state.top().statement;
  switch (token.kind) {
  case TokenKind::LeftBrace:
    if (OutlineLookahead(state).opensRegion())
      state.openRegion(statement, token);
    else
      state.open(Frame::Dictionary, statement);
    break;
  case TokenKind::LeftParen:
    openBracket(Frame::Paren, token);
    break;
  case TokenKind::LeftSquare:
    openBracket(Frame::Square, token);
    break;
  case TokenKind::Less:
    openBracket(Frame::Angle, token);
    break;
  case TokenKind::RightBrace:
    closeBrace(token);
    break;
  case TokenKind::RightParen:
    state.closeBracket(Frame::Paren);
    break;
  case TokenKind::RightSquare:
    state.closeBracket(Frame::Square);
    break;
  case TokenKind::Greater:
    if (state.top().kind == Frame::Angle)
      state.frames.pop_back();
    break;
  case TokenKind::ValueName:
  case TokenKind::BlockName:
  case TokenKind::HashName:
  case TokenKind::TypeName:
    names.add(state, token);
    break;
  case TokenKind::SymbolName:
    names.addSymbol(state, token);
    break;
  case TokenKind::String:
    // "func.func"() <{sym_name = "f"}>
    if (state.in.previous.is(TokenKind::Equal) &&
        state.in.beforeEqual.is(TokenKind::BareIdentifier) &&
        state.in.spelling(state.in.beforeEqual) == "sym_name" &&
        token.range.size() > 2)
      names.addSymbol(state, {token.range.begin + 1, token.range.end - 1},
                      true);
    break;
  case TokenKind::Equal:
    state.in.beforeEqual = state.in.previous;
    break;
  default:
    break;
  }
  state.in.previous = token;
}

void OutlineScanner::openBracket(Frame::Kind kind, Token token) {
  bool isOfDialect = (state.in.previous.is(TokenKind::TypeName) ||
                      state.in.previous.is(TokenKind::HashName)) &&
                     state.in.previous.range.end == token.range.begin;
  state.open(kind, state.top().statement, 0, 0, isOfDialect);
}

/// Recovery: the body of the innermost statement, which lacks its brace, or has
/// it in brackets that are not closed.
void OutlineScanner::openBody() {
  bool isOpened = state.isFirstInBraces();
  while (state.top().kind != Frame::Statement)
    state.frames.pop_back();
  state.openRegion(state.top().statement, state.in.previous);
  if (!isOpened)
    state.outline.regions.back().opening = OutlineRegion::Opening::Missing;
}

/// Closes a dictionary, or the innermost region and what is unclosed in it.
void OutlineScanner::closeBrace(Token brace) {
  size_t open = OutlineRecovery(state).closedBy(brace);
  bool closesRegion = open != 0 && state.frames[open].kind == Frame::Region;
  if (open == 0 ||
      (closesRegion && OutlineRecovery(state).isSurplus(brace, open))) {
    // It ends the statement it stands state.in.
    state.closeToRegion();
    state.note(open == 0 ? StatementOrder::AsksDepth
                         : StatementOrder::AsksParent);
    state.noteOfNext(StatementOrder::AsksAhead);
    state.push(StatementKind::Other, brace,
               {brace.range.begin, brace.range.begin});
    state.in.previous = brace;
    return;
  }
  if (closesRegion)
    state.outline.regions[state.frames[open].region].isClosed = true;
  state.closeTo(open, brace.range.begin);
  state.innermost().range.end = brace.range.end;
  state.in.previous = brace;
}
