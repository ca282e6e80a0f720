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

/// A region, statement or bracket that is open at a point of the text.
struct OutlineFrame {
  enum Kind : uint8_t { Region, Statement, Paren, Square, Angle, Dictionary };
  Kind kind = Region;
  /// Index of the statement that the frame is, or belongs to; noStatement for
  /// the top level.
  uint32_t statement;
  /// Of a Region: its number in the statement, and its index in the scan.
  uint32_t number = 0, region = 0;
  /// Of an Angle: whether it belongs to a dialect's type or attribute.
  bool isOfDialect = false;
};

/// What OutlineScanner found in a part of a text: statements in pre-order,
/// regions in the order of the text. Offsets count from the start of the
/// section.
struct OutlineScan {
  struct Statement {
    ByteRange range;
    uint32_t nameBegin;
    Spelling name;
    /// Index of the statement around, and the number of the region of it.
    uint32_t parent, region;
    uint32_t regionCount = 0;
    /// Index in `names`; the statement has those up to the next one's first.
    uint32_t firstName = 0;
    /// How far the scanner looked before the next statement began.
    uint32_t reach = 0;
    StatementKind kind;
    bool hasSymbol = false;
    /// What finding the statement depended on: see StatementOrder::Mark.
    uint8_t marks = 0;
  };
  struct Region {
    uint32_t statement, number;
    ByteRange inside;
    bool isClosed = false;
    OutlineRegion::Opening opening = OutlineRegion::Opening::Direct;
  };
  /// A run of statements that the scan skipped.
  struct Skip {
    /// How many statements were scanned before it, and which one nests the run.
    uint32_t count, parent;
    /// How far the scanner looked before the next statement began.
    uint32_t reach = 0;
  };

  std::vector<Statement> statements;
  std::vector<Region> regions;
  std::vector<OutlineName> names;
  /// A name that stands behind a statement nested in its own.
  struct LateName {
    uint32_t statement;
    OutlineName name;
    explicit LateName(uint32_t statement) : statement(statement) {}
  };
  std::vector<LateName> lateNames;
  std::vector<Skip> skips;
  /// The frames that are open where the scan ended, innermost last.
  std::vector<OutlineFrame> open;
  /// How far the scan looked in all, and before its first statement began.
  uint32_t reach = 0, reachBefore = 0;
  /// Whether `Decide` stopped it, at the start of a statement.
  bool isStopped = false;
  /// Whether the part of the text in view was enough; else it has to be scanned
  /// with more in view.
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
