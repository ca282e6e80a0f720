//===- OutlineScan.h - What one scan found ----------------------*- C++ -*-===//
//
// Private to syntax/. Offsets are bytes from the start of the text, as of the
// scan.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINESCAN_H
#define SHAPELS_SYNTAX_OUTLINESCAN_H

#include "core/syntax/OutlineTables.h"

#include <span>
#include <vector>

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
    OutlineRegion::Opening opening = OutlineRegion::Opening::Direct;
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
  std::vector<OutlineName> names;
  /// Names that stand behind a statement that theirs nests.
  struct LateName {
    uint32_t statement;
    OutlineName name;
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

  std::span<const OutlineName> namesOf(uint32_t statement) const {
    size_t begin = statements[statement].firstName;
    size_t end = statement + 1 < statements.size()
                     ? statements[statement + 1].firstName
                     : names.size();
    return {names.data() + begin, end - begin};
  }
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINESCAN_H
