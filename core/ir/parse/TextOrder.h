//===- TextOrder.h - Ops and statements side by side -----------*- C++ -*-===//
//
// Private to ir/. Where MLIR's parser read a text as it stands, its ops come in
// the order of the statements: a walk over both tells which is which by the
// locations that the parser gives. That saves AsmParserState, which costs a
// sixth of opening and as much memory as the ops.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_TEXTORDER_H
#define SHAPELS_IR_PARSE_TEXTORDER_H

#include "core/ir/parse/ParseBuffer.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

#include <vector>

namespace shapels {

/// What the walk found.
struct TextMatches {
  using Op = std::pair<StatementId, mlir::Operation *>;
  /// In the order of the text.
  std::vector<Op> ops;
  std::vector<std::pair<StatementId, mlir::Block *>> labels;
  std::vector<std::pair<NameId, mlir::Value>> arguments;
  /// Statements that look like ops and are part of others.
  std::vector<StatementId> missing;
};

class TextOrder {
public:
  /// Whether the parser's locations say where everything is: no `loc(...)` may.
  static bool isTold(TextSpan text);

  TextOrder(TextSpan text, const ParseBuffer &buffer, const Outline &outline)
      : text(text), buffer(buffer), outline(outline) {}

  /// Gives each op the location of its statement, or of the one whose syntax
  /// implies it. False where that cannot be told for sure; nothing is of use
  /// then.
  bool match(mlir::Block &parsed, mlir::MLIRContext &context);
  /// The same of the siblings from `first` up to `end`, and what they nest.
  bool match(mlir::Block &parsed, mlir::MLIRContext &context, StatementId first,
             StatementId end);

  TextMatches takeMatches() { return std::move(found); }

private:
  /// The statement around, and the location that its op had.
  struct Around {
    StatementId id;
    mlir::Location written;
    uint32_t depth;
  };

  bool matchOp(mlir::Operation &op, const Around &around);
  bool matchRegions(mlir::Operation &op, const Around &around);
  bool matchBlock(mlir::Block &block, const Around &around);
  bool matchLabel(mlir::Block &block, const Around &around);
  void addArguments(mlir::Block &block, StatementId around);
  bool skipTo(ByteOffset name);
  bool isAtLabel();

  TextSpan text;
  const ParseBuffer &buffer;
  const Outline &outline;
  /// The first statement that is not matched yet.
  StatementId next = noStatement;
  TextMatches found;
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_TEXTORDER_H
