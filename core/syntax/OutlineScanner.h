//===- OutlineScanner.h - One pass over the tokens -------------*- C++ -*-===//
//
// Private to syntax/. OutlineScanner.cpp and OutlineNames.cpp consume tokens;
// OutlineLookahead.cpp decides what they start, OutlineRecovery.cpp what a
// brace closes.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINESCANNER_H
#define SHAPELS_SYNTAX_OUTLINESCANNER_H

#include "shapels/syntax/Append.h"
#include "shapels/syntax/Lexer.h"
#include "shapels/syntax/OpFacts.h"
#include "shapels/syntax/Outline.h"

#include <functional>
#include <string>

namespace shapels {

/// What is open at a point of the text.
struct OutlineFrame {
  enum Kind : uint8_t { Region, Statement, Paren, Square, Angle, Dictionary };
  Kind kind = Region;
  /// Index of the statement that the frame is, or belongs to; none for the top
  /// level.
  uint32_t statement;
  /// Of a Region: which of the statement's it is, and which of the scan's.
  uint32_t number = 0, region = 0;
  /// Of an Angle: whether it is that of a dialect's type or attribute.
  bool isOfDialect = false;
};

/// Statements in pre-order; regions in the order of the text.
struct OutlineScan {
  struct Statement {
    ByteRange range;
    uint32_t nameBegin;
    Spelling name;
    /// Index of a statement, and which of its regions.
    uint32_t parent, region;
    uint32_t regionCount = 0;
    /// In `names`, those up to the next statement's.
    uint32_t firstName = 0;
    /// How far the scanner looked before the next statement began.
    uint32_t reach = 0;
    StatementKind kind;
    bool hasSymbol = false;
    /// What was asked about the statements around while it was scanned.
    uint8_t marks = 0;
  };
  struct Region {
    uint32_t statement, number;
    ByteRange inside;
    bool isClosed = false;
    Outline::Opening opening = Outline::Opening::Direct;
  };
  /// Statements that were left out.
  struct Skip {
    /// How many statements were scanned before, and which one nests them.
    uint32_t count, parent;
    /// How far the scanner looked before the next statement began.
    uint32_t reach = 0;
  };

  std::vector<Statement> statements;
  std::vector<Region> regions;
  std::vector<Outline::Name> names;
  /// Names that stand behind a statement that theirs nests.
  struct LateName {
    uint32_t statement;
    Outline::Name name;
    explicit LateName(uint32_t statement) : statement(statement) {}
  };
  std::vector<LateName> lateNames;
  std::vector<Skip> skips;
  /// What is open where the scan ended, innermost last.
  std::vector<OutlineFrame> open;
  /// How far it looked, and until the first statement began.
  uint32_t reach = 0, reachBefore = 0;
  /// Whether it was stopped, at the start of a statement.
  bool isStopped = false;
  /// Whether what it saw of the text was enough.
  bool isComplete = true;

  std::span<const Outline::Name> namesOf(uint32_t statement) const {
    size_t begin = statements[statement].firstName;
    size_t end = statement + 1 < statements.size()
                     ? statements[statement + 1].firstName
                     : names.size();
    return {names.data() + begin, end - begin};
  }
};

/// Scans a part of a text, once.
class OutlineScanner {
public:
  /// A statement that is open where the part starts, in a region of it.
  struct Ancestor {
    Spelling name;
    ByteOffset begin;
    uint32_t region;
    bool isInParen;
  };
  /// What to do before a statement.
  struct Decision {
    enum { Scan, Stop, Skip } what = Scan;
    /// Skip: where what is left out ends.
    ByteOffset to;
  };
  /// Asked for the statement that starts there, with the scan so far and what
  /// is open.
  using Decide = std::function<Decision(ByteOffset, const OutlineScan &,
                                        const std::vector<OutlineFrame> &)>;

  /// Starts at the first statement, or closing brace, behind `start`. The
  /// `ancestors`, outermost first, become the first statements of the scan,
  /// and their regions its first regions.
  OutlineScanner(TextSpan text, ByteOffset start, const OpTable &ops,
                 Spellings &spellings, const std::vector<Ancestor> &ancestors);

  /// Looks at the text up to `firstEnd`, and behind what is skipped as far as
  /// `windowSize`.
  OutlineScan scan(ByteOffset firstEnd, uint32_t windowSize,
                   const Decide &decide);

private:
  using Frame = OutlineFrame;

  void lookAt(ByteOffset from, ByteOffset begin, ByteOffset end);
  bool hasSeenEnough() const {
    return outline.reach <= windowEnd.value || windowEnd.value == text.size();
  }
  std::string_view spelling(ByteRange range) const {
    return {window.data() + (range.begin.value - windowBegin.value),
            range.size()};
  }
  std::string_view spelling(Token token) const { return spelling(token.range); }
  Spelling intern(ByteRange range) {
    std::string_view spelled = spelling(range);
    return spellings.intern(spelled,
                            window.data() + window.size() - spelled.data());
  }

  Token nextInRegion() {
    if (aheadOf != lexer.place())
      return lexer.next();
    lexer = ahead.lexer;
    return ahead.token;
  }
  Token nextToken() {
    switch (top().kind) {
    case Frame::Region:
      return nextInRegion();
    case Frame::Statement:
      return lexer.nextThatMatters(previous, beforeEqual, false);
    case Frame::Dictionary:
      return lexer.nextThatMatters(previous, beforeEqual, true);
    default:
      return lexer.nextInBrackets(previous, beforeEqual);
    }
  }

  /// The token behind the current one, and what lexes those behind that.
  struct Ahead {
    Token token;
    Lexer lexer{""};
  };
  /// Remembers it, as several may ask.
  const Ahead &lookAhead() const {
    if (aheadOf != lexer.place()) {
      aheadOf = lexer.place();
      ahead.lexer = lexer;
      ahead.token = ahead.lexer.next();
    }
    return ahead;
  }

  // What the tokens ahead say. None of these consumes anything.
  bool isFollowedBy(TokenKind kind) const {
    return Lexer(lexer).next().is(kind);
  }
  bool opensRegion() const;
  bool wordOpensRegion(Token word, Token after, bool isOnOwnLine) const;
  bool startsStatement(Token token) const {
    return mayStart(token.kind) &&
           (token.startsLine
                ? startsOnLine(token)
                : top().kind == Frame::Statement && startsInLine(token));
  }
  /// A value's name that can only be an operand, or the like: what there is
  /// most of.
  bool isOperand(Token token) const {
    return token.is(TokenKind::ValueName) && !token.startsLine &&
           (top().kind > Frame::Statement ||
            (top().kind == Frame::Statement &&
             (isContinuedBehind(previous.kind) ||
              previous.range.end == behindName)));
  }
  /// Whether a statement may start with such a token.
  static bool mayStart(TokenKind kind) {
    return kind <= TokenKind::String || kind == TokenKind::ResourceBegin;
  }
  bool startsOnLine(Token token) const;
  bool startsInLine(Token token) const;
  bool beginsResults(Token first) const;
  bool isStart(Token token) const;
  bool wordStartsStatement(Token word) const;
  bool startsUnknown(Token word) const;
  bool isBetweenOperands(Token string) const;
  bool opensCallback() const;
  bool startsAfterUnclosedBracket(Token token) const;
  bool isKey(Token word) const;
  std::optional<ByteRange> noComment(Token behind) const;
  bool isLeftOpen(size_t frame) const;
  bool endsFunction(Token brace, size_t frame, size_t inner) const;
  bool isStray(Token brace, size_t frame) const;
  bool goesOnBelow(uint32_t statement) const;
  bool isInFunction(Token brace, uint32_t function) const;
  bool isInLine(uint32_t statement) const;
  bool isBehindTerminator(Token brace) const;
  std::optional<uint32_t> functionAround(size_t frame) const;
  /// Whether the innermost statement is a function without a body, and its `{`
  /// is missing before the token.
  bool lacksBrace(Token token) const {
    uint32_t id = top().statement;
    return outline.statements[id].regionCount == 0 && isFunction(id) &&
           beginsBody(token);
  }
  bool beginsBody(Token token) const;
  /// Whether the token before opened braces, of attributes as it seemed.
  bool isFirstInBraces() const {
    return top().kind == Frame::Dictionary && previous.is(TokenKind::LeftBrace);
  }
  bool isPastedIn(Token name, size_t outer) const;
  bool isFartherLeft(uint32_t statement) const;
  std::pair<Token, int> firstAsFarLeft(Lexer &ahead, uint32_t column) const;
  bool endsBelow(uint32_t function, Lexer ahead) const;
  bool mayGoOn(Token token, Lexer ahead, uint32_t column) const;
  bool mayFollow(Token token, Lexer ahead) const;
  bool isFunctionWord(Token token) const {
    return token.is(TokenKind::BareIdentifier) &&
           namesFunction(spelling(token));
  }
  bool isFunction(uint32_t statement) const {
    return outline.statements[statement].kind == StatementKind::Operation &&
           facts.isFunction(outline.statements[statement].name);
  }
  bool isUnterminated(Token string) const;
  bool isCutLabelHere() const;
  ByteRange quotedName(Token string) const;
  bool isContinued() const;
  bool canEndStatement() const;
  bool previousEndsType() const;
  bool isNameOfCurrentStatement(Token token) const;

  // What consumes tokens.
  void skip(ByteOffset to, uint32_t windowSize);
  void consume(Token token);
  void beginStatement(Token token);
  void beginOperation(Token token);
  Token consumeResults(Token token);
  void consumeLabel(Token label);
  void consumeResources(Token begin);
  size_t closedBy(Token brace);
  void closeBrace(Token brace);
  void openBracket(Frame::Kind kind, Token token);
  void closeBracket(Frame::Kind kind);
  void closeStatement();
  void closeToRegion();
  /// Inlined as far as most tokens go, which are asked about each.
  std::optional<size_t> unclosedFunction(Token name) const {
    return name.startsLine && isFunctionWord(name) ? functionAround(name)
                                                   : std::nullopt;
  }
  std::optional<size_t> functionAround(Token name) const;
  void closeTo(size_t frameCount, ByteOffset end);
  void openRegion(uint32_t statement, Token brace);
  void open(Frame::Kind kind, uint32_t statement, uint32_t number = 0,
            uint32_t region = 0, bool isOfDialect = false);
  void openBody();
  void addName(Token token);
  void addName(NameKind kind, ByteRange range, Spelling spelled,
               bool isDefinition = false);
  Outline::Name &addLateName();
  void addSymbol(Token symbol);
  void addSymbol(ByteRange range, bool isDefinition);

  void noteReach();
  void note(uint8_t mark) const;
  void noteAround() const;
  uint32_t push(StatementKind kind, Token first, ByteRange name);
  void nameOperation(uint32_t statement, ByteRange name);
  std::string_view nameOf(uint32_t statement) const {
    return spellings.str(outline.statements[statement].name);
  }
  ByteOffset beginOf(const Frame &frame) const {
    return outline.statements[frame.statement].range.begin;
  }
  ByteOffset lineStart(ByteOffset offset) const;
  uint32_t columnOf(ByteOffset offset) const {
    return offset.value - lineStart(offset).value;
  }
  Frame &top() { return frames.back(); }
  const Frame &top() const { return frames.back(); }
  bool expectsStatement() const { return top().kind == Frame::Region; }

  TextSpan text;
  const OpTable &ops;
  Spellings &spellings;
  mutable OpFacts facts;
  const Spelling noName;
  mutable OutlineScan outline;
  std::string_view window;
  ByteOffset windowBegin, windowEnd;
  /// Notes in `outline` how far it and its copies read.
  Lexer lexer{""};
  /// What was found last, and where.
  mutable Ahead ahead;
  mutable ByteOffset aheadOf{~0u};
  std::vector<Frame> frames{{Frame::Region, noStatement}};
  size_t ancestorCount;
  /// The name that was added last, until the next one is.
  Outline::Name *lastName = nullptr;
  ByteOffset lastNameEnd;
  /// The token before the current one, and the one before the last `=` of the
  /// statement that began last.
  Token previous, beforeEqual;
  /// Where the op's name ends, if the statement cannot end with that.
  ByteOffset behindName{~0u};
  /// Of the statement that begins next.
  mutable uint8_t nextMarks = 0;
  /// Where a result list is known to begin.
  mutable ByteOffset knownList{~0u};
};

/// Each value is put in its place, as in open().
[[gnu::always_inline]] inline void OutlineScanner::addName(NameKind kind,
                                                           ByteRange range,
                                                           Spelling spelled,
                                                           bool isDefinition) {
  const OutlineScan::Statement &statement = outline.statements[top().statement];
  Outline::Name &name = &statement == &outline.statements.back()
                            ? append(outline.names)
                            : addLateName();
  name.begin = range.begin.value - statement.range.begin.value;
  name.size = range.size();
  name.spelling = spelled;
  name.kind = kind;
  name.isDefinition = isDefinition;
  lastName = &name;
  lastNameEnd = range.end;
}

bool isLongResultList(Lexer ahead);
/// `%a, %b:2 =`, with `ahead` just behind the first name.
inline bool isResultList(const Lexer &ahead) {
  return ahead.isBeforeAssignment() || isLongResultList(ahead);
}

/// Whether a bare word cannot be the last token of a type, by a glance at it.
inline bool isNoTypeWord(std::string_view word) {
  auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  return word.size() > 5 && !isDigit(word[1]) && !isDigit(word[2]);
}

/// Whether an op is named as those are that end a region.
bool endsLikeTerminator(std::string_view word);

/// `^bb0:` or `^bb0(...):`, not a successor, with `ahead` just behind the name.
bool isLabel(Lexer ahead);
bool isBehindLabel(Token token, Lexer ahead);

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINESCANNER_H
