//===- UnitVerifier.cpp ---------------------------------------------------===//

#include "core/ir/verify/UnitVerifier.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/UnregisteredFilter.h"
#include "core/ir/verify/DeadlyFaults.h"
#include "core/ir/verify/OpChecks.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/MathExtras.h"

using namespace shapels;
using namespace mlir;

/// Of what is in `whole`, which is written as `all`, or its header.
std::string_view UnitVerifier::textOf(Operation *op,
                                      std::optional<ByteRange> whole,
                                      std::string_view all) const {
  StatementId id = statementOf(op->getLoc());
  if (id == noStatement)
    return {};
  if (!whole)
    return spelling(headerOf(outline, id));
  ByteRange range = outline.range(id);
  // MLIR may take for one op what the outline takes for two.
  return whole->contains(range)
             ? all.substr(range.begin.value - whole->begin.value, range.size())
             : spelling(range);
}

/// `check` verifies; what it says is kept. It is asked about what is in
/// `whole`, or about some ops only, which are blamed by their headers: a body
/// may be long.
void UnitVerifier::collectVerdict(
    std::optional<ByteRange> whole,
    llvm::function_ref<void(TextOf, OnSpared)> check) {
  DiagnosticCollector collector(&context, text, outline,
                                DiagnosticCode::MlirVerify);
  std::string_view all = whole ? spelling(*whole) : std::string_view();
  auto textOf = [&](Operation *op) { return this->textOf(op, whole, all); };
  std::map<StatementId, Failure::Kind> spared;
  auto onSpared = [&](Operation *op, Failure::Kind failure) {
    spared.emplace(statementOf(op->getLoc()), failure);
  };
  check(textOf, onSpared);
  for (SectionDiagnostic &diagnostic : collector.take())
    if (!UnregisteredFilter(state).restsOnUnregistered(diagnostic))
      contents.diagnostics.push_back(std::move(diagnostic));
  for (auto [id, failure] : spared) {
    contents.diagnostics
        .emplace_back(DiagnosticCode::MlirVerify, statement(id).name, "", id,
                      id)
        .failure = failure;
    // It is known by all of its text, which more than its own edits change.
    contents.verdict.hasFaultsBetween |= outline.hasChildren(id);
  }
}

void UnitVerifier::verify() {
  GuardedScope scope(crashGuard, {Step::Verify, text.text(), {}});
  verifyTree(*shared.module, {{0}, {text.size()}});
}

void UnitVerifier::verifyTree(Operation *op, ByteRange whole) {
  collectVerdict(whole, [&](TextOf textOf, OnSpared onSpared) {
    contents.verdict =
        verifyAll(op, contents.incomplete, crashGuard, textOf, onSpared);
  });
}

/// Some ops again, without the statements that they nest unless `isWhole`.
void UnitVerifier::verifyOps(llvm::ArrayRef<Operation *> ops, IsWhole isWhole) {
  llvm::SmallVector<Operation *> users;
  OperandChecks operands;
  collectVerdict(std::nullopt, [&](TextOf textOf, OnSpared onSpared) {
    for (Operation *op : ops) {
      GuardedScope scope(crashGuard, {Step::Verify, textOf(op), {}});
      StatementId id = statementOf(op->getLoc());
      bool isAlone = outline.hasChildren(id) && !isWhole(op);
      shapels::verifyAgain(op, isAlone, operands, contents.incomplete,
                           crashGuard, textOf, onSpared, contents.verdict);
      if (isWhole(op))
        collectSymbolUsers(op, users);
      else if (isa<SymbolUserOpInterface>(op))
        users.push_back(op);
    }
  });
  for (Operation *user : users)
    contents.symbolUsers.insert(statementOf(user->getLoc()));
  size_t before = contents.diagnostics.size();
  verifySymbolUses(users);
  // Else nobody knows who defines what.
  if (!shared.isByUnit && contents.diagnostics.size() != before)
    contents.verdict.hasFaultsBetween = true;
}

/// Whether mlir::verify may say more of the op's regions than the op itself.
static bool mayHaveGraphs(Operation *op) {
  return isa<RegionKindInterface>(op) &&
         llvm::any_of(op->getRegions(), [](Region &region) {
           return !region.empty() && !llvm::hasSingleElement(region);
         });
}

/// What the op itself says of its regions, the blocks of which are right.
bool UnitVerifier::verifyRegionsOf(Operation *op) {
  DiagnosticCollector collector(&context, text, outline,
                                DiagnosticCode::MlirVerify);
  // In a unit nothing is above that what is in it could use.
  StatementId id = statementOf(op->getLoc());
  if (auto function = dyn_cast<func::FuncOp>(op);
      function && shared.isByUnit && shared.units.rootOf(id) == id)
    return succeeded(function_interface_impl::verifyTrait(function));
  std::optional<RegisteredOperationName> info = op->getRegisteredInfo();
  if (!info && isOfNobody(op))
    return true;
  // mlir::verify looks at every op in them.
  return succeeded(info && !mayHaveGraphs(op)
                       ? info->verifyRegionInvariants(op)
                       : mlir::verify(op, /*verifyRecursively=*/false));
}

/// What the ops of a unit say of symbols, nested symbol tables say themselves.
void UnitVerifier::collectSymbolUsers(
    Operation *op, llvm::SmallVectorImpl<Operation *> &users) {
  if (isa<SymbolUserOpInterface>(op))
    users.push_back(op);
  if ((!op->isRegistered() && !isPlaceholder(op)) ||
      op->hasTrait<OpTrait::SymbolTable>())
    return;
  for (Region &region : op->getRegions())
    for (Operation &child : region.getOps())
      collectSymbolUsers(&child, users);
}

void UnitVerifier::verifyUnit(StatementId root) {
  if (Operation *op = contents.standing(root)) {
    GuardedScope scope(crashGuard,
                       {Step::Verify, spelling(outline.range(root)), {}});
    verifyTree(op, outline.range(root));
    noteSymbolUsers(op);
  }
  noteSymbols(root);
}

bool UnitVerifier::isUnitRight(StatementId root) {
  Operation *op = contents.operations.lookup(root);
  ByteRange whole = outline.range(root);
  std::string_view all = spelling(whole);
  GuardedScope scope(crashGuard, {Step::Verify, all, {}});
  auto textOf = [&](Operation *op) { return this->textOf(op, whole, all); };
  if (!op || !areRight(op, crashGuard, textOf))
    return false;
  noteSymbolUsers(op);
  return true;
}

/// What a thread takes at once.
static constexpr size_t opsAtOnce = 2'048;

/// In order of their blocks, which no thread has to count then.
static std::vector<Operation *> nestedIn(Operation *op) {
  std::vector<Operation *> nested;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      block.recomputeOpOrder();
      for (Operation &child : block)
        nested.push_back(&child);
    }
  return nested;
}

bool UnitVerifier::isUnitRight(StatementId root, OnThreads onThreads) {
  Operation *op = contents.operations.lookup(root);
  if (!op || !op->isRegistered() || op->hasTrait<OpTrait::SymbolTable>())
    return false;
  ByteRange whole = outline.range(root);
  std::string_view all = spelling(whole);
  GuardedScope scope(crashGuard, {Step::Verify, all, {}});
  auto textOf = [&](Operation *op) { return this->textOf(op, whole, all); };
  std::vector<Operation *> nested = nestedIn(op);
  size_t count = llvm::divideCeil(nested.size(), opsAtOnce);
  std::vector<llvm::SmallVector<Operation *>> users(count);
  auto work = [&](size_t number) {
    GuardedScope scope(crashGuard, {Step::Verify, all, {}});
    auto ops = llvm::ArrayRef(nested).drop_front(number * opsAtOnce);
    ops = ops.take_front(opsAtOnce);
    for (Operation *child : ops)
      collectSymbolUsers(child, users[number]);
    return areRight(ops, crashGuard, textOf);
  };
  if (!areRight(op, crashGuard, textOf, [&] { return onThreads(count, work); }))
    return false;
  if (isa<SymbolUserOpInterface>(op))
    contents.symbolUsers.insert(root);
  for (const auto &some : users)
    for (Operation *user : some)
      contents.symbolUsers.insert(statementOf(user->getLoc()));
  return true;
}

void UnitVerifier::noteSymbolUsers(Operation *unit) {
  llvm::SmallVector<Operation *> users;
  collectSymbolUsers(unit, users);
  for (Operation *user : users)
    contents.symbolUsers.insert(statementOf(user->getLoc()));
}

void UnitVerifier::noteSymbols(StatementId root) {
  Operation *op = contents.operations.lookup(root);
  std::vector<std::string_view> written;
  for (const NameOccurrence &name : outline.names(root))
    if (name.kind == NameKind::Symbol)
      written.push_back(outline.plainName(name.id));
  std::vector<std::string_view> unregistered;
  UnregisteredFilter(state).addUnregisteredSymbols(root, unregistered);
  bool isReadable = op && !contents.verdict.wrong.unreadable.contains(op);
  shared.symbols.update(root, op, isReadable, written, unregistered);
}

/// What those ops of the unit say of the symbols that they name.
void UnitVerifier::verifySymbolUses(llvm::ArrayRef<Operation *> users) {
  collectVerdict(std::nullopt, [&](TextOf textOf, OnSpared) {
    for (Operation *op : users) {
      Operation *table = SymbolTable::getNearestSymbolTable(op->getParentOp());
      if (contents.verdict.wrong.ops.contains(op) || hasDeadlyUse(op) ||
          contents.incomplete.contains(table) ||
          shared.symbols.restsOnUnreadable(op))
        continue;
      GuardedScope scope(crashGuard, {Step::Verify, textOf(op), {}});
      (void)cast<SymbolUserOpInterface>(op).verifySymbolUses(
          shared.symbols.symbolTables());
    }
  });
}

/// The module itself; what it holds is there for others.
void UnitVerifier::verifyContainer() {
  OperandChecks operands;
  collectVerdict(std::nullopt, [&](TextOf textOf, OnSpared onSpared) {
    GuardedScope scope(crashGuard, {Step::Verify, textOf(*shared.module), {}});
    verifyAgain(*shared.module, /*isAlone=*/true, operands, contents.incomplete,
                crashGuard, textOf, onSpared, contents.verdict);
  });
}
