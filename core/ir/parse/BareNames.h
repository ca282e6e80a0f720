//===- BareNames.h - Op names without a dialect -----------------*- C++ -*-===//
//
// Private to ir/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_BARENAMES_H
#define SHAPELS_IR_PARSE_BARENAMES_H

#include "core/ir/parse/ParserBase.h"

namespace shapels {

/// What op names without a dialect mean, of statements that are parsed alone.
class BareNames : public ParserBase {
public:
  using ParserBase::ParserBase;

  std::string barePrefix(std::string_view name, mlir::Operation *parent) const;
  bool mayHaveFullName(StatementId statement, mlir::Operation *parent) const;
  void nameDefaultDialect(mlir::Operation *parent, size_t since);
  std::string defaultDialect(mlir::Operation *parent) const;

private:
  bool keepsDefaultDialect(mlir::Operation *op) const;
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_BARENAMES_H
