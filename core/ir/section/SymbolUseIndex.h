//===- SymbolUseIndex.h - Which statements name a symbol -------*- C++ -*-===//
//
// Private to ir/. By the text: a verifier may look for a symbol without
// telling, and it is asked again where that is another one now.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTION_SYMBOLUSEINDEX_H
#define SHAPELS_IR_SECTION_SYMBOLUSEINDEX_H

#include "core/syntax/Outline.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace shapels {

class SymbolUseIndex {
public:
  /// Reads all statements.
  explicit SymbolUseIndex(const Outline &outline);
  /// After an edit: what is gone, and what is new or written otherwise.
  void update(llvm::ArrayRef<StatementId> removed,
              llvm::ArrayRef<StatementId> dirty);

  /// Which name it other than as what they define, or an alias that does.
  /// `symbol` is without sigil.
  std::vector<StatementId> of(llvm::StringRef symbol) const;

private:
  void add(StatementId statement);
  void forget(StatementId statement);

  const Outline &outline;
  /// By the names of symbols and of aliases.
  llvm::DenseMap<Spelling, llvm::DenseSet<StatementId>> byName;
  llvm::DenseMap<StatementId, llvm::SmallVector<Spelling, 1>> names;
};

} // namespace shapels

#endif // SHAPELS_IR_SECTION_SYMBOLUSEINDEX_H
