//===- ProofForest.h - Why two sizes are equal -----------------*- C++ -*-===//
//
// Private to shape/. A union-find over symbols and numbers that remembers which
// fact joined two of them (Nieuwenhuis and Oliveras, "Proof-producing
// congruence closure", 2005).
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_PROOFFOREST_H
#define SHAPELS_SHAPE_PROOFFOREST_H

#include "core/shape/Contradiction.h"

namespace shapels {

class ProofForest {
public:
  using Pairs = llvm::ArrayRef<SizeFacts::Pair>;

  /// Learns the equalities of fact `number` between symbols and numbers. False,
  /// and it learns none of them, where a size would be two numbers.
  bool add(Pairs pairs, unsigned number);
  /// The facts by which sizes in `pairs` are numbers, or each other; sorted.
  std::vector<unsigned> reasons(Pairs pairs) const;

private:
  using Node = const DimNode *;
  struct Step {
    Node next = nullptr;
    unsigned fact = 0;
  };

  Node find(Node node) const;
  Node numberIn(Node root) const { return numbers.lookup(root); }
  bool contradict(Pairs pairs) const;
  void unite(Node a, Node b, unsigned fact);
  void addPath(Node from, Node to, std::vector<unsigned> &facts) const;

  /// Towards the root of the class.
  llvm::DenseMap<Node, Node> parents;
  llvm::DenseMap<Node, unsigned> sizes;
  /// By root: the number in the class.
  llvm::DenseMap<Node, Node> numbers;
  /// The tree of proofs: each edge is a fact's.
  llvm::DenseMap<Node, Step> steps;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_PROOFFOREST_H
