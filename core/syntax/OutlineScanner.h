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

namespace shapels {

/// Scans one text, once.
class OutlineScanner {
public:
  OutlineScanner(std::string_view text, const OpTable &ops)
      : text(text), ops(ops), lexer(text) {}

  Outline scan();

private:
  /// What is open at a point of the text, innermost last.
  struct Frame {
    enum Kind : uint8_t { Region, Statement, Paren, Square, Angle, Dictionary };
    Kind kind;
    /// The statement that the frame is, or belongs to; none for the top level.
    StatementId statement;
    /// Of a Region: which of the statement's it is, and which of the outline's.
    uint32_t number = 0, region = 0;
  };

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
  void openRegion(StatementId statement, Token brace);
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

/// `%a, %b:2 =`, with `ahead` just behind the first name.
bool isResultList(Lexer ahead);

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINESCANNER_H
