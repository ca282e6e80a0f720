//===- ScanState.h - What a scan has found so far ---------------*- C++ -*-===//
//
// Private to syntax/. Owned by one OutlineScanner, which hands it to the
// classes that decide and consume; changed by one thread.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_SCANSTATE_H
#define SHAPELS_SYNTAX_SCANSTATE_H

#include "core/syntax/Append.h"
#include "core/syntax/OpFacts.h"
#include "core/syntax/OutlineScan.h"
#include "core/syntax/ScanText.h"

namespace shapels {

/// What a scan has found so far and which frames are open: the state that the
/// roles of OutlineScanner share. One thread.
class ScanState {
public:
  using Frame = OutlineFrame;

  ScanState(TextSpan text, ByteOffset start, const OpTable &ops,
            Spellings &spellings)
      : in(text, start), ops(ops), spellings(spellings), facts(ops, spellings),
        noName(spellings.intern("")) {}

  Frame &top() { return frames.back(); }
  const Frame &top() const { return frames.back(); }
  bool expectsStatement() const { return top().kind == Frame::Region; }
  /// The innermost open statement.
  OutlineScan::Statement &innermost() {
    return outline.statements[top().statement];
  }
  const OutlineScan::Statement &innermost() const {
    return outline.statements[top().statement];
  }
  std::string_view nameOf(uint32_t statement) const {
    return spellings.str(outline.statements[statement].name);
  }
  ByteOffset beginOf(uint32_t statement) const {
    return outline.statements[statement].range.begin;
  }
  uint32_t columnOf(uint32_t statement) const {
    return in.columnOf(beginOf(statement));
  }
  bool isFunction(uint32_t statement) {
    return outline.statements[statement].kind == StatementKind::Operation &&
           facts.isFunction(outline.statements[statement].name);
  }
  /// Whether the token before was a `{` that was taken for a dictionary's.
  bool isFirstInBraces() const {
    return top().kind == Frame::Dictionary &&
           in.previous.is(TokenKind::LeftBrace);
  }
  Spelling intern(ByteRange range) {
    std::string_view spelled = in.spelling(range);
    return spellings.intern(spelled, in.sizeFrom(spelled));
  }

  // Note what decisions rest on. Marks are those of StatementOrder.
  void note(uint8_t mark);
  void noteAround();
  /// For the statement that begins next.
  void noteOfNext(uint8_t mark) { nextMarks |= mark; }
  void noteReach();

  // Open and close frames, and keep the scan in step with them.
  uint32_t push(StatementKind kind, Token first, ByteRange name);
  void open(Frame::Kind kind, uint32_t statement, uint32_t number = 0,
            uint32_t region = 0, bool isOfDialect = false);
  void openRegion(uint32_t statement, Token brace);
  void closeBracket(Frame::Kind kind);
  void closeStatement();
  void closeToRegion();
  void closeTo(size_t frameCount, ByteOffset end);

  ScanText in;
  const OpTable &ops;
  Spellings &spellings;
  OpFacts facts;
  OutlineScan outline;
  std::vector<Frame> frames{{Frame::Region, noStatement}};
  size_t ancestorCount = 0;
  /// Where the op's name ends, if the statement cannot end there.
  ByteOffset behindName{~0u};
  /// Where a result list is known to begin.
  ByteOffset knownList{~0u};

private:
  const Spelling noName;
  /// Marks of the statement that begins next.
  uint8_t nextMarks = 0;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_SCANSTATE_H
