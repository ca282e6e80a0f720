//===- CallGraph.h - Which functions call which ----------------*- C++ -*-===//
//
// Private to shape/. Which functions call which, by symbols, for the calls that
// were read; follows edits.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_CALLGRAPH_H
#define SHAPELS_SHAPE_CALLGRAPH_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

#include <functional>
#include <string_view>
#include <vector>

namespace shapels {

class CallGraph {
public:
  using Ops = llvm::SmallPtrSet<mlir::Operation *, 4>;

  /// `textOf` returns the text, without regions, of an op whose attributes are
  /// not parsed; it may be null.
  explicit CallGraph(std::function<std::string_view(mlir::Operation *)> textOf)
      : textOf(std::move(textOf)) {}

  /// Whether ops of that name may call a function by its symbol.
  static bool mayCall(mlir::OperationName name);

  /// The functions that `from`, a function or a module, calls directly or
  /// indirectly, without those for which `isDone` holds; callees first, `from`
  /// last. Reads the calls in all of these.
  std::vector<mlir::Operation *>
  calleesFirst(mlir::Operation *from,
               llvm::function_ref<bool(mlir::Operation *)> isDone);
  /// The function that the op, which is in `caller`, calls now, if that is in
  /// the same module and takes as many operands; else null.
  mlir::Operation *read(mlir::Operation *call, mlir::Operation *caller);
  /// The function that the op called when it was read; null where that is not
  /// known.
  mlir::Operation *calleeOf(mlir::Operation *call) const;
  /// All calls of the function that were read.
  Ops callsOf(mlir::Operation *function) const {
    return byCallee.lookup(function);
  }
  /// Whether a function that it calls may call it, directly or indirectly.
  bool isRecursive(mlir::Operation *function) const {
    return recursive.contains(function);
  }

  /// The reason, for users, of shapes that are known by the function.
  std::string_view wordsFor(mlir::Operation *function);

  /// Follows an edit, by the ops that changed and the addresses that are gone.
  /// Returns the calls whose callee may have changed.
  std::vector<mlir::Operation *> change(llvm::ArrayRef<mlir::Operation *> now,
                                        llvm::ArrayRef<const void *> erased);
  /// Brings isRecursive() up to date with what was read. Returns the functions
  /// for which it changed.
  std::vector<mlir::Operation *> updateRecursion();

private:
  struct Call {
    mlir::Operation *caller = nullptr, *callee = nullptr;
    mlir::StringAttr symbol;
  };
  struct Definition {
    mlir::Operation *table = nullptr;
    mlir::StringAttr name;
  };
  using Table =
      llvm::DenseMap<mlir::StringAttr, llvm::SmallVector<mlir::Operation *, 1>>;

  mlir::StringAttr symbolIn(mlir::Operation *call) const;
  mlir::Operation *lookup(mlir::Operation *table, mlir::StringAttr name);
  void define(mlir::Operation *op, mlir::Operation *table);
  void undefine(const void *op, llvm::SmallVectorImpl<mlir::StringAttr> &names);
  void forgetTable(const void *table,
                   llvm::SmallVectorImpl<mlir::StringAttr> &names);
  mlir::Operation *link(mlir::Operation *call, mlir::Operation *caller);
  void unlink(mlir::Operation *call);
  /// Does not look for recursion, which calleesFirst() does.
  void readAll(mlir::Operation *caller);
  std::vector<mlir::Operation *> calleesIn(mlir::Operation *caller) const;
  bool reaches(mlir::Operation *from, mlir::Operation *to) const;

  std::function<std::string_view(mlir::Operation *)> textOf;
  llvm::DenseMap<mlir::Operation *, Call> calls;
  llvm::DenseMap<mlir::Operation *, Ops> byCaller, byCallee;
  llvm::DenseMap<mlir::StringAttr, Ops> bySymbol;
  /// Symbol tables by their op, for those in which a symbol was looked up.
  llvm::DenseMap<mlir::Operation *, Table> tables;
  llvm::DenseMap<const void *, Definition> definitions;
  llvm::DenseSet<mlir::Operation *> recursive;
  llvm::StringSet<> words;
  /// Whether there is a call that may make functions recursive, or one less.
  bool mayRecurOtherwise = false;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_CALLGRAPH_H
