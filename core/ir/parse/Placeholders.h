//===- Placeholders.h - What stands for broken statements -------*- C++ -*-===//
//
// Private to ir/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_PLACEHOLDERS_H
#define SHAPELS_IR_PARSE_PLACEHOLDERS_H

#include "core/ir/parse/ImportFinder.h"

namespace shapels {

/// What stands for statements that do not parse, and for their values.
class Placeholders : public ParserBase {
public:
  using ParserBase::ParserBase;

  void settle(StatementId statement);
  /// Takes the op out of its block, if it is in one. The ops of the new one keep
  /// their order, which takes no longer in a long block than in a short one.
  static void moveTo(mlir::Block &block, mlir::Block::iterator place,
                     mlir::Operation *op);
  mlir::Operation *makeBrokenOp(StatementId statement, size_t bodies = 0);
  static mlir::Block::iterator placeOfMarker(mlir::Block &block,
                                             mlir::Block::iterator place);
  void placeBrokenOp(StatementId statement, mlir::Operation *marker,
                     mlir::Block &block, mlir::Block::iterator place);
  void addBrokenOp(StatementId statement, mlir::Block &block,
                   mlir::Block::iterator place);
  mlir::Value addPlaceholder(const Import &import, mlir::Block *user);
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_PLACEHOLDERS_H
