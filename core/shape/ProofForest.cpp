//===- ProofForest.cpp ----------------------------------------------------===//

#include "core/shape/ProofForest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace shapels;

static bool isPlain(const SizeFacts::Pair &pair) {
  auto isPlain = [](DimExpr expr) {
    return expr->kind == DimKind::Symbol || expr->kind == DimKind::Literal;
  };
  return isPlain(pair.first) && isPlain(pair.second);
}

ProofForest::Node ProofForest::find(Node node) const {
  while (Node parent = parents.lookup(node))
    node = parent;
  return node;
}

/// With what is known already.
bool ProofForest::contradict(Pairs pairs) const {
  llvm::SmallDenseMap<Node, Node, 4> joined, numbersNow;
  auto root = [&](DimExpr expr) {
    Node node = find(expr.get());
    while (Node next = joined.lookup(node))
      node = next;
    return node;
  };
  auto number = [&](Node root) {
    Node now = numbersNow.lookup(root);
    Node own = root->kind == DimKind::Literal ? root : nullptr;
    return now ? now : own ? own : numberIn(root);
  };
  for (const SizeFacts::Pair &pair : pairs) {
    Node a = root(pair.first), b = root(pair.second);
    if (!isPlain(pair) || a == b)
      continue;
    Node x = number(a), y = number(b);
    if (x && y && x != y)
      return true;
    joined[a] = b;
    numbersNow[b] = x ? x : y;
  }
  return false;
}

bool ProofForest::add(Pairs pairs, unsigned number) {
  if (contradict(pairs))
    return false;
  for (const SizeFacts::Pair &pair : pairs)
    if (isPlain(pair))
      unite(pair.first.get(), pair.second.get(), number);
  return true;
}

void ProofForest::unite(Node a, Node b, unsigned fact) {
  for (Node node : {a, b})
    if (node->kind == DimKind::Literal)
      numbers.try_emplace(find(node), node);
  Node rootA = find(a), rootB = find(b);
  if (rootA == rootB)
    return;
  auto sizeOf = [&](Node root) { return std::max(sizes.lookup(root), 1u); };
  if (sizeOf(rootA) > sizeOf(rootB)) {
    std::swap(a, b);
    std::swap(rootA, rootB);
  }
  // The smaller tree hangs from `a` then, and that from `b`.
  Step step{b, fact};
  for (Node node = a; node;) {
    Step before = steps.lookup(node);
    steps[node] = step;
    step = {node, before.fact};
    node = before.next;
  }
  parents[rootA] = rootB;
  sizes[rootB] = sizeOf(rootA) + sizeOf(rootB);
  if (Node number = numberIn(rootA))
    numbers[rootB] = number;
}

/// Along the tree, where both are in one.
void ProofForest::addPath(Node from, Node to,
                          std::vector<unsigned> &facts) const {
  llvm::SmallPtrSet<Node, 8> above;
  for (Node node = from; node; node = steps.lookup(node).next)
    above.insert(node);
  Node common = to;
  while (common && !above.contains(common))
    common = steps.lookup(common).next;
  for (Node end : {from, to})
    for (Node node = end; common && node != common;) {
      Step step = steps.lookup(node);
      facts.push_back(step.fact);
      node = step.next;
    }
}

std::vector<unsigned> ProofForest::reasons(Pairs pairs) const {
  std::vector<unsigned> facts;
  llvm::SmallDenseMap<Node, Node, 4> firstOf;
  for (const SizeFacts::Pair &pair : pairs)
    for (DimExpr expr : {pair.first, pair.second}) {
      Node root = find(expr.get());
      Node target = firstOf.try_emplace(root, expr.get()).first->second;
      if (Node number = numberIn(root))
        target = number;
      addPath(expr.get(), target, facts);
    }
  llvm::sort(facts);
  facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
  return facts;
}
