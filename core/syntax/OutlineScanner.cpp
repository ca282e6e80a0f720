//===- OutlineScanner.cpp - One pass over the tokens ----------------------===//

#include "shapels/syntax/OutlineScanner.h"

#include <algorithm>
#include <utility>

using namespace shapels;

OutlineScanner::OutlineScanner(TextSpan text, ByteOffset start,
                               const OpTable &ops, Spellings &spellings,
                               const std::vector<Ancestor> &ancestors)
    : text(text), ops(ops), spellings(spellings), facts(ops, spellings),
      noName(spellings.intern("")), windowEnd(start),
      ancestorCount(ancestors.size()) {
  uint32_t parent = noStatement, region = 0;
  for (const Ancestor &ancestor : ancestors) {
    auto id = static_cast<uint32_t>(outline.statements.size());
    OutlineScan::Statement statement{};
    statement.kind = StatementKind::Operation;
    statement.range.begin = ancestor.begin;
    statement.name = ancestor.name;
    statement.parent = parent;
    statement.region = region;
    statement.regionCount = ancestor.region + 1;
    outline.statements.push_back(statement);
    open(Frame::Statement, id);
    if (ancestor.isInParen)
      open(Frame::Paren, id);
    open(Frame::Region, id, ancestor.region,
         static_cast<uint32_t>(outline.regions.size()));
    outline.regions.push_back({id, ancestor.region, {}});
    parent = id;
    region = ancestor.region;
  }
}

/// Goes on at `from`, with the text from `begin` to `end` in view.
void OutlineScanner::lookAt(ByteOffset from, ByteOffset begin, ByteOffset end) {
  aheadOf = {~0u};
  windowBegin = begin;
  windowEnd = end;
  window = text.slice({begin, end});
  lexer = Lexer(window, from - begin.value, &outline.reach, begin);
}

OutlineScan OutlineScanner::scan(ByteOffset firstEnd, uint32_t windowSize,
                                 const Decide &decide) {
  ByteOffset start = windowEnd, begin = start;
  if (start.value != 0) {
    begin = text.lineStart(start);
    // A token starts a line if only blanks are before it.
    std::string_view before = text.slice({begin, start});
    if (before.find_first_not_of(" \t\n\r") == before.npos)
      start = begin;
  }
  lookAt(start, begin, firstEnd);
  // Measured: what most texts have at most, so that little is copied.
  outline.statements.reserve(window.size() / 48);
  outline.names.reserve(window.size() / 16);
  for (Token token = nextToken();; token = nextToken()) {
    if (isOperand(token)) {
      addName(NameKind::Value, token.range, intern(token.range));
      previous = token;
      continue;
    }
    bool mayBeBehindComment = token.startsLine || token.is(TokenKind::End);
    std::optional<ByteRange> slashes;
    if (mayBeBehindComment && top().kind > Frame::Statement &&
        (slashes = noComment(token))) {
      lexer = Lexer(window, slashes->end - windowBegin.value, &outline.reach,
                    windowBegin);
      consume({TokenKind::Other, false, *slashes});
      continue;
    }
    if (token.is(TokenKind::End))
      break;
    if (!expectsStatement()) {
      if (!startsStatement(token)) {
        consume(token);
        continue;
      }
      lacksBrace(token) ? openBody() : closeToRegion();
    }
    Decision decision;
    if (decide)
      decision = decide(token.range.begin, outline, frames);
    if (decision.what == Decision::Skip) {
      skip(decision.to, windowSize);
    } else if (decision.what == Decision::Stop) {
      outline.isStopped = true;
      break;
    } else {
      beginStatement(token);
    }
  }
  noteReach();
  outline.isComplete &=
      hasSeenEnough() && (outline.isStopped || windowEnd.value == text.size());
  outline.open = frames;
  if (!outline.isStopped)
    closeTo(1, {text.size()});
  return std::move(outline);
}

/// Leaves out what is before `to`, where a statement ends.
void OutlineScanner::skip(ByteOffset to, uint32_t windowSize) {
  noteReach();
  outline.isComplete &= hasSeenEnough();
  uint32_t parent = top().statement;
  outline.skips.push_back(
      {static_cast<uint32_t>(outline.statements.size()), parent});
  if (parent != noStatement) {
    ByteOffset &end = outline.statements[parent].range.end;
    end = std::max(end, to);
  }
  uint32_t rest = text.size() - to.value;
  lookAt(to, to - 1, to + std::min(rest, windowSize));
  previous = {};
}

/// Of the statement that began last, or was left out last.
void OutlineScanner::noteReach() {
  lexer.noteReach();
  if (!outline.skips.empty() &&
      outline.skips.back().count == outline.statements.size())
    outline.skips.back().reach = outline.reach;
  else if (outline.statements.size() > ancestorCount)
    outline.statements.back().reach = outline.reach;
  else
    outline.reachBefore = outline.reach;
}

/// That what is open around decides what becomes of the current token: of the
/// statement that may begin, and of the innermost that may end. Inside a region
/// nothing is at the top level, so that only functions matter there.
void OutlineScanner::note(uint8_t mark) const {
  bool isBetween = expectsStatement();
  if (isBetween)
    nextMarks |= mark;
  if (top().statement != noStatement &&
      (!isBetween || mark == StatementOrder::AsksFunctions))
    outline.statements[top().statement].marks |= mark;
}

uint32_t OutlineScanner::push(StatementKind kind, Token first, ByteRange name) {
  noteReach();
  auto id = static_cast<uint32_t>(outline.statements.size());
  OutlineScan::Statement &statement = append(outline.statements);
  statement.firstName = static_cast<uint32_t>(outline.names.size());
  statement.range = first.range;
  statement.nameBegin = name.begin.value;
  statement.name = name.empty() ? noName : intern(name);
  statement.parent = top().statement;
  statement.region = top().number;
  statement.kind = kind;
  statement.marks = std::exchange(nextMarks, 0);
  open(Frame::Statement, id);
  beforeEqual = {};
  return id;
}

void OutlineScanner::beginStatement(Token token) {
  switch (token.kind) {
  case TokenKind::RightBrace:
    if (frames.size() > 1)
      return closeBrace(token);
    note(StatementOrder::AsksDepth);
    break;
  case TokenKind::BlockName:
    note(StatementOrder::AsksDepth);
    if (frames.size() > 1)
      return consumeLabel(token);
    break;
  case TokenKind::ResourceBegin:
    return consumeResources(token);
  case TokenKind::HashName:
  case TokenKind::TypeName:
    note(StatementOrder::AsksDepth);
    if (frames.size() > 1 || !isFollowedBy(TokenKind::Equal))
      break;
    push(StatementKind::Alias, token, token.range);
    addName(token);
    lastName->isDefinition = true;
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
  if (start.is(TokenKind::ValueName) && knownList != start.range.begin &&
      !isResultList(lexer)) {
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
  outline.statements[id].range.end = name.range.end;
  if (name.is(TokenKind::String))
    nameOperation(id, quotedName(name));
  else if (name.is(TokenKind::BareIdentifier))
    nameOperation(id, name.range);
  if (name.is(TokenKind::BareIdentifier) && isNoTypeWord(spelling(name)))
    behindName = name.range.end;
}

void OutlineScanner::nameOperation(uint32_t statement, ByteRange name) {
  outline.statements[statement].nameBegin = name.begin.value;
  outline.statements[statement].name = intern(name);
}

/// One token inside a statement.
[[gnu::always_inline]] inline void OutlineScanner::consume(Token token) {
  uint32_t statement = top().statement;
  switch (token.kind) {
  case TokenKind::LeftBrace:
    if (opensRegion())
      openRegion(statement, token);
    else
      open(Frame::Dictionary, statement);
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
        beforeEqual.is(TokenKind::BareIdentifier) &&
        spelling(beforeEqual) == "sym_name" && token.range.size() > 2)
      addSymbol({token.range.begin + 1, token.range.end - 1}, true);
    break;
  case TokenKind::Equal:
    beforeEqual = previous;
    break;
  default:
    break;
  }
  previous = token;
}

void OutlineScanner::openBracket(Frame::Kind kind, Token token) {
  bool isOfDialect =
      (previous.is(TokenKind::TypeName) || previous.is(TokenKind::HashName)) &&
      previous.range.end == token.range.begin;
  open(kind, top().statement, 0, 0, isOfDialect);
}

/// Each value is put in its place: a copy of what was just written in parts
/// waits for them.
void OutlineScanner::open(Frame::Kind kind, uint32_t statement, uint32_t number,
                          uint32_t region, bool isOfDialect) {
  Frame &frame = append(frames);
  frame.kind = kind;
  frame.statement = statement;
  frame.number = number;
  frame.region = region;
  frame.isOfDialect = isOfDialect;
}

void OutlineScanner::openRegion(uint32_t statement, Token brace) {
  auto index = static_cast<uint32_t>(outline.regions.size());
  OutlineScan::Region &region = append(outline.regions);
  region.statement = statement;
  region.number = outline.statements[statement].regionCount++;
  region.inside = {brace.range.end, brace.range.end};
  if (top().kind == Frame::Paren)
    region.opening = frames[frames.size() - 2].kind == Frame::Statement
                         ? Outline::Opening::Paren
                         : Outline::Opening::Other;
  else if (top().kind != Frame::Statement)
    region.opening = Outline::Opening::Other;
  open(Frame::Region, statement, region.number, index);
}

/// Recovery: the body of the innermost statement, which lacks its brace, or has
/// it in brackets that are not closed.
void OutlineScanner::openBody() {
  bool isOpened = isFirstInBraces();
  while (top().kind != Frame::Statement)
    frames.pop_back();
  openRegion(top().statement, previous);
  if (!isOpened)
    outline.regions.back().opening = Outline::Opening::Missing;
}

/// Closes a dictionary, or the innermost region and what is unclosed in it.
void OutlineScanner::closeBrace(Token brace) {
  size_t open = closedBy(brace);
  bool closesRegion = open != 0 && frames[open].kind == Frame::Region;
  if (open == 0 || (closesRegion && isStray(brace, open))) {
    // It ends the statement it stands in.
    closeToRegion();
    note(open == 0 ? StatementOrder::AsksDepth : StatementOrder::AsksParent);
    nextMarks |= StatementOrder::AsksAhead;
    push(StatementKind::Other, brace, {brace.range.begin, brace.range.begin});
    previous = brace;
    return;
  }
  if (closesRegion)
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

/// Ends the innermost statement, whose frame is the last one, with the last
/// token that it is known to have.
void OutlineScanner::closeStatement() {
  OutlineScan::Statement &statement = outline.statements[top().statement];
  frames.pop_back();
  statement.range.end = std::max(statement.range.end, previous.range.end);
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
