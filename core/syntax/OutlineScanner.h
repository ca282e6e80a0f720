//===- OutlineScanner.h - One pass over the tokens -------------*- C++ -*-===//
//
// Private to syntax/. OutlineScanner.cpp consumes tokens; OutlineLookahead.cpp
// decides what they start.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINESCANNER_H
#define SHAPELS_SYNTAX_OUTLINESCANNER_H

#include "shapels/syntax/Lexer.h"
#include "shapels/syntax/Outline.h"

#include <functional>
#include <string>

namespace shapels {

/// What is open at a point of the text.
struct OutlineFrame {
  enum Kind : uint8_t { Region, Statement, Paren, Square, Angle, Dictionary };
  Kind kind;
  /// Index of the statement that the frame is, or belongs to; none for the top
  /// level.
  uint32_t statement;
  /// Of a Region: which of the statement's it is, and which of the scan's.
  uint32_t number = 0, region = 0;
};

/// Statements in pre-order; regions and names in the order of the text.
/// Positions count from the start of what was scanned.
struct OutlineScan {
  struct Statement {
    StatementKind kind;
    ByteRange range, name;
    /// Index of a statement.
    uint32_t parent;
    uint32_t region;
    uint32_t regionCount = 0, nameCount = 0;
    /// How far the scanner looked before the next statement began.
    uint32_t reach = 0;
    bool hasSymbol = false;
  };
  struct Region {
    uint32_t statement, number;
    ByteRange inside;
    bool isClosed = false;
    bool isInParen = false, isDeeper = false;
  };
  struct Name {
    NameKind kind;
    bool isDefinition = false;
    ByteRange range;
    uint32_t statement;
    uint32_t resultCount = 1;
    /// Of the `#1` of `%0#1`.
    uint32_t suffixSize = 0;
  };

  std::vector<Statement> statements;
  std::vector<Region> regions;
  std::vector<Name> names;
  /// What is open where the scan ended, innermost last.
  std::vector<OutlineFrame> open;
  /// How far it looked.
  uint32_t reach = 0;
  /// Whether it was stopped, at the start of a statement.
  bool isStopped = false;
};

/// Scans a part of a text, once.
class OutlineScanner {
public:
  /// A statement that is open where the part starts, in a region of it.
  struct Ancestor {
    std::string name;
    /// Of its first token.
    uint32_t column;
    uint32_t region;
    bool isInParen;
  };
  /// Whether to stop before the statement that starts there, with the scan so
  /// far and what is open.
  using Stop = std::function<bool(ByteOffset, const OutlineScan &,
                                  const std::vector<OutlineFrame> &)>;

  /// Starts at the first statement, or closing brace, behind `start`. The
  /// `ancestors`, outermost first, become the first statements of the scan,
  /// and their regions its first regions.
  OutlineScanner(std::string_view text, ByteOffset start, const OpTable &ops,
                 std::vector<Ancestor> ancestors, Stop stop);

  OutlineScan scan();

private:
  using Frame = OutlineFrame;

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
  bool isUnterminated(Token string) const;
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
  std::optional<size_t> unclosedFunction(Token name) const;
  void closeTo(size_t frameCount, ByteOffset end);
  void openRegion(uint32_t statement, Token brace);
  void addName(Token token);
  void addName(NameKind kind, ByteRange range, bool isDefinition = false);
  void addSymbol(Token symbol);

  void noteReach();
  uint32_t push(StatementKind kind, Token first, ByteRange name);
  std::string_view nameOf(uint32_t statement) const;
  uint32_t columnOf(uint32_t statement) const;
  bool isAncestor(uint32_t statement) const {
    return statement < ancestors.size();
  }
  Frame &top() { return frames.back(); }
  const Frame &top() const { return frames.back(); }
  bool expectsStatement() const { return top().kind == Frame::Region; }
  uint32_t columnOf(ByteOffset offset) const;

  std::string_view text;
  const OpTable &ops;
  std::vector<Ancestor> ancestors;
  Stop stop;
  OutlineScan outline;
  /// Notes in `outline` how far it and its copies read.
  Lexer lexer;
  std::vector<Frame> frames{{Frame::Region, noStatement}};
  /// The tokens before the current one.
  Token previous, beforePrevious;
};

/// `%a, %b:2 =`, with `ahead` just behind the first name.
bool isResultList(Lexer ahead);

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINESCANNER_H
