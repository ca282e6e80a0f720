//===- VerifierClones.h - Ops that are right in place of wrong ones -------===//
//
// Private to ir/. A verifier may read the ops around its own, and says nothing
// worth hearing where one of these is wrong: if it survives that. So what a
// wrong op nests moves into a stand-in, an op that no verifier knows anything
// of, and is asked there first. What is wrong there, and is wrong for the same
// reason in its own place, is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_VERIFY_VERIFIERCLONES_H
#define SHAPELS_IR_VERIFY_VERIFIERCLONES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace shapels {

class VerifierClones {
public:
  /// Has the regions of `wrong` moved into a stand-in while it lives. Scopes
  /// nest as the ops do.
  class Scope {
  public:
    Scope(VerifierClones &all, mlir::Operation *wrong);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

    mlir::Operation *standIn() const { return placed; }

  private:
    VerifierClones &all;
    mlir::Operation *placed;
  };

  bool areThere() const { return !pairs.empty(); }
  /// What `op` stands in for; itself if it is no stand-in.
  mlir::Operation *original(mlir::Operation *op) const;

  /// The verdict of `check`. Where an op around is wrong, only what does not
  /// rest on that op is said.
  bool judge(llvm::function_ref<bool()> check);

private:
  struct Pair {
    mlir::Operation *wrong, *standIn;
  };
  /// To the wrong ops, or back to the stand-ins.
  void swapAll();

  llvm::SmallVector<Pair> pairs;
};

} // namespace shapels

#endif // SHAPELS_IR_VERIFY_VERIFIERCLONES_H
