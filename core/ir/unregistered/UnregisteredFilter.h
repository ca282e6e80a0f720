//===- UnregisteredFilter.h - What rests on unknown dialects ----*- C++ -*-===//
//
// Private to ir/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_UNREGISTERED_UNREGISTEREDFILTER_H
#define SHAPELS_IR_UNREGISTERED_UNREGISTEREDFILTER_H

#include "core/ir/parse/ParserBase.h"

namespace shapels {

/// Which diagnostics of MLIR rest on ops of unknown dialects.
class UnregisteredFilter : public ParserBase {
public:
  using ParserBase::ParserBase;

  bool isInUnregistered(StatementId statement) const;
  bool mayDefineSymbol(StatementId unregistered) const;
  void addUnregisteredSymbols(StatementId root,
                              std::vector<std::string_view> &symbols) const;
  bool restsOnUnregistered(const SectionDiagnostic &diagnostic) const;
  bool mayBeUnregistered(const SectionDiagnostic &diagnostic) const;

private:
  bool isInUnknown(StatementId statement) const;
  bool namesUnregisteredSymbol(
      StatementId statement,
      llvm::function_ref<bool(llvm::StringRef)> isMeant) const;
  bool restsOnSymbol(const SectionDiagnostic &diagnostic,
                     mlir::Operation *) const;
  bool namesUnknown(StatementId statement, mlir::Operation *op) const;
};

} // namespace shapels

#endif // SHAPELS_IR_UNREGISTERED_UNREGISTEREDFILTER_H
