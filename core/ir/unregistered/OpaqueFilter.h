//===- OpaqueFilter.h - What rests on unknown dialects ----------*- C++ -*-===//
//
// Private to ir/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_OPAQUEFILTER_H
#define SHAPELS_IR_OPAQUEFILTER_H

#include "core/ir/parse/ParserBase.h"

namespace shapels {

/// Which diagnostics of MLIR rest on ops of unknown dialects.
class OpaqueFilter : public ParserBase {
public:
  using ParserBase::ParserBase;

  bool isInOpaque(StatementId statement) const;
  bool mayDefineSymbol(StatementId opaque) const;
  void addOpaqueSymbols(StatementId root,
                        std::vector<std::string_view> &symbols) const;
  bool restsOnOpaque(const SectionDiagnostic &diagnostic) const;
  bool mayBeOpaque(const SectionDiagnostic &diagnostic) const;

private:
  bool isInUnknown(StatementId statement) const;
  bool
  namesOpaqueSymbol(StatementId statement,
                    llvm::function_ref<bool(llvm::StringRef)> isMeant) const;
  bool restsOnSymbol(const SectionDiagnostic &diagnostic,
                     mlir::Operation *) const;
  bool namesUnknown(StatementId statement, mlir::Operation *op) const;
};

} // namespace shapels

#endif // SHAPELS_IR_OPAQUEFILTER_H
