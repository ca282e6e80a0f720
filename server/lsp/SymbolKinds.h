//===- SymbolKinds.h - LSP's numbers for symbols ----------------*- C++ -*-===//

#ifndef SHAPELS_LSP_SYMBOLKINDS_H
#define SHAPELS_LSP_SYMBOLKINDS_H

#include "server/features/Symbols.h"

namespace shapels {

/// LSP's SymbolKind.
inline int symbolKind(OutlineKind kind) {
  enum { Module = 2, Namespace = 3, Class = 5, Function = 12, Variable = 13 };
  constexpr int key = 20;
  switch (kind) {
  case OutlineKind::Section:
    return Namespace;
  case OutlineKind::Module:
    return Module;
  case OutlineKind::Function:
    return Function;
  case OutlineKind::Global:
    return Variable;
  case OutlineKind::Block:
    return key;
  case OutlineKind::Other:
    return Class;
  }
  return Class;
}

} // namespace shapels

#endif // SHAPELS_LSP_SYMBOLKINDS_H
