//===- OutlineScanner.h - One pass over the tokens --------------*- C++ -*-===//
//
// Private to syntax/. Consumes tokens: OutlineLookahead decides what they
// start, OutlineRecovery what a brace closes. Offsets are bytes from the start
// of the text. One thread; never fails.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINESCANNER_H
#define SHAPELS_SYNTAX_OUTLINESCANNER_H

#include "core/syntax/OutlineNames.h"
#include "core/syntax/ScanState.h"

#include <functional>

namespace shapels {

/// Finds the statements, names and regions in a part of a text. Used once;
/// never fails, and recovers from unbalanced brackets by the layout
/// (OutlineRecovery).
class OutlineScanner {
public:
  /// A statement that is open where the part starts, in a region of it.
  struct Ancestor {
    StatementKind kind;
    Spelling name;
    ByteOffset begin, nameBegin;
    uint32_t region;
    bool isInParen;
  };
  /// What to do with the statement that begins next.
  struct Decision {
    enum { Scan, Stop, Skip } what = Scan;
    /// Skip: where the skipped text ends.
    ByteOffset to;
  };
  /// Decides about the statement that starts at the offset, given the scan so
  /// far and the open frames.
  using Decide = std::function<Decision(ByteOffset, const OutlineScan &,
                                        const std::vector<OutlineFrame> &)>;

  /// Starts at the first statement, or closing brace, behind `start`. The
  /// `ancestors`, outermost first, become the first statements of the scan,
  /// and their regions its first regions.
  OutlineScanner(TextSpan text, ByteOffset start, const OpTable &ops,
                 Spellings &spellings, const std::vector<Ancestor> &ancestors);

  /// Has the text up to `firstEnd` in view, and behind each skipped run as many
  /// bytes as `windowSize`.
  OutlineScan scan(ByteOffset firstEnd, uint32_t windowSize,
                   const Decide &decide);

private:
  using Frame = OutlineFrame;

  Token nextToken();
  void skip(ByteOffset to, uint32_t windowSize);
  void consume(Token token);
  void beginStatement(Token token);
  void beginOperation(Token token);
  void nameOperation(uint32_t statement, ByteRange name);
  void openBracket(Frame::Kind kind, Token token);
  void openBody();
  void closeBrace(Token brace);

  // OutlineHeads.cpp
  Token consumeResults(Token token);
  void consumeLabel(Token label);
  void consumeResources(Token begin);

  ScanState state;
  OutlineNames names;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINESCANNER_H
