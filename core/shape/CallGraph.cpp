//===- CallGraph.cpp ------------------------------------------------------===//

#include "core/shape/CallGraph.h"
#include "core/shape/FunctionLike.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// `tf.StatefulPartitionedCall` and `util.call` call what their symbol names;
/// that of a custom call is somebody else's.
static bool isNamedCall(llvm::StringRef name) {
  llvm::StringRef op = name.rsplit('.').second;
  return op.ends_with_insensitive("call") && !op.contains_insensitive("custom");
}

bool CallGraph::mayCall(OperationName name) {
  return name.isRegistered() ? name.hasInterface<CallOpInterface>()
                             : isNamedCall(name.getStringRef());
}

/// The one symbol that the op's attributes name; null where they name none,
/// several, or one in a table of its own.
static StringAttr onlySymbol(DictionaryAttr attributes, bool &isAny) {
  llvm::SmallVector<SymbolRefAttr, 1> symbols;
  attributes.walk([&](SymbolRefAttr symbol) { symbols.push_back(symbol); });
  isAny = !symbols.empty();
  bool isOne = symbols.size() == 1 && isa<FlatSymbolRefAttr>(symbols.front());
  return isOne ? symbols.front().getRootReference() : StringAttr();
}

/// The one symbol in a text, likewise.
static llvm::StringRef onlySymbol(llvm::StringRef text) {
  auto [before, behind] = text.split('@');
  llvm::StringRef name = behind.take_while([](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("_.$-").contains(c);
  });
  bool isOne = !behind.contains('@') && !before.contains('"') &&
               !behind.drop_front(name.size()).starts_with("::");
  return isOne ? name : llvm::StringRef();
}

StringAttr CallGraph::symbolIn(Operation *call) const {
  if (auto known = dyn_cast<CallOpInterface>(call)) {
    auto symbol =
        dyn_cast_if_present<SymbolRefAttr>(known.getCallableForCallee());
    bool isFlat = symbol && isa<FlatSymbolRefAttr>(symbol);
    return isFlat ? symbol.getRootReference() : StringAttr();
  }
  bool isAny = false;
  StringAttr symbol = onlySymbol(call->getAttrDictionary(), isAny);
  if (isAny || !textOf)
    return symbol;
  llvm::StringRef name = onlySymbol(textOf(call));
  return name.empty() ? StringAttr()
                      : StringAttr::get(call->getContext(), name);
}

/// Whether it has a body, nothing in which knows of anything outside, for as
/// many arguments.
static bool takes(Operation *function, unsigned operands) {
  return function && mayBeScope(function) && function->getNumRegions() == 1 &&
         !function->getRegion(0).empty() &&
         function->getRegion(0).getNumArguments() == operands;
}

void CallGraph::unlink(Operation *call) {
  auto found = calls.find(call);
  if (found == calls.end())
    return;
  auto [caller, callee, symbol] = found->second;
  calls.erase(found);
  byCaller[caller].erase(call);
  if (symbol)
    bySymbol[symbol].erase(call);
  if (callee)
    byCallee[callee].erase(call);
  mayRecurOtherwise |= callee && isRecursive(caller) && isRecursive(callee);
}

Operation *CallGraph::read(Operation *call, Operation *caller) {
  Call before = calls.lookup(call);
  Operation *callee = link(call, caller);
  bool isNew = callee && (before.callee != callee || before.caller != caller);
  // A function that nobody calls is called by none of its callees.
  bool mayBeCalled = callee == caller || !byCallee.lookup(caller).empty();
  if (isNew && mayBeCalled && !mayRecurOtherwise)
    mayRecurOtherwise = reaches(callee, caller);
  return callee;
}

Operation *CallGraph::link(Operation *call, Operation *caller) {
  StringAttr symbol = symbolIn(call);
  Operation *table =
      symbol ? SymbolTable::getNearestSymbolTable(call) : nullptr;
  Operation *callee = table ? lookup(table, symbol) : nullptr;
  if (!takes(callee, call->getNumOperands()))
    callee = nullptr;
  auto known = calls.find(call);
  bool isAsBefore = known != calls.end() && known->second.caller == caller &&
                    known->second.callee == callee &&
                    known->second.symbol == symbol;
  if (isAsBefore)
    return callee;
  unlink(call);
  calls[call] = {caller, callee, symbol};
  byCaller[caller].insert(call);
  if (symbol)
    bySymbol[symbol].insert(call);
  if (!callee)
    return nullptr;
  byCallee[callee].insert(call);
  return callee;
}

Operation *CallGraph::calleeOf(Operation *call) const {
  auto found = calls.find(call);
  return found == calls.end() ? nullptr : found->second.callee;
}

std::string_view CallGraph::wordsFor(Operation *function) {
  auto name =
      function->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
  std::string text = "by @" + (name ? name.str() : "");
  return words.insert(text).first->first();
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

void CallGraph::define(Operation *op, Operation *table) {
  auto name = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
  if (!name)
    return;
  tables[table][name].push_back(op);
  definitions[op] = {table, name};
}

void CallGraph::undefine(const void *op,
                         llvm::SmallVectorImpl<StringAttr> &names) {
  auto found = definitions.find(op);
  if (found == definitions.end())
    return;
  auto [table, name] = found->second;
  definitions.erase(found);
  llvm::erase(tables[table][name], op);
  names.push_back(name);
}

void CallGraph::forgetTable(const void *table,
                            llvm::SmallVectorImpl<StringAttr> &names) {
  auto found = tables.find(static_cast<Operation *>(const_cast<void *>(table)));
  if (found == tables.end())
    return;
  for (auto &[name, ops] : found->second) {
    names.push_back(name);
    for (Operation *op : ops)
      definitions.erase(op);
  }
  tables.erase(found);
}

/// What several ops define is nothing's name.
Operation *CallGraph::lookup(Operation *table, StringAttr name) {
  if (!tables.contains(table)) {
    tables.try_emplace(table);
    for (Region &region : table->getRegions())
      for (Operation &op : region.getOps())
        define(&op, table);
  }
  const Table &known = tables[table];
  auto found = known.find(name);
  bool isOne = found != known.end() && found->second.size() == 1;
  return isOne ? found->second.front() : nullptr;
}

std::vector<Operation *>
CallGraph::change(llvm::ArrayRef<Operation *> now,
                  llvm::ArrayRef<const void *> erased) {
  llvm::SmallVector<StringAttr> names;
  for (const void *address : erased) {
    auto *op = static_cast<Operation *>(const_cast<void *>(address));
    undefine(op, names);
    forgetTable(op, names);
    unlink(op);
    mayRecurOtherwise |= recursive.erase(op);
  }
  for (Operation *op : now) {
    bool isInTable = op->getParentOp() && tables.contains(op->getParentOp());
    if (!isInTable)
      continue;
    undefine(op, names);
    define(op, op->getParentOp());
    if (auto found = definitions.find(op); found != definitions.end())
      names.push_back(found->second.name);
  }
  std::vector<Operation *> again;
  for (StringAttr name : names) {
    Ops named = bySymbol.lookup(name);
    again.insert(again.end(), named.begin(), named.end());
  }
  return again;
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

/// What is in no function is the module's.
void CallGraph::readAll(Operation *caller) {
  caller->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ModuleOp>(caller) && op != caller && mayBeScope(op))
      return WalkResult::skip();
    if (op != caller && mayCall(op->getName()))
      link(op, caller);
    return WalkResult::advance();
  });
}

std::vector<Operation *> CallGraph::calleesIn(Operation *caller) const {
  std::vector<Operation *> callees;
  for (Operation *call : byCaller.lookup(caller))
    if (Operation *callee = calleeOf(call))
      callees.push_back(callee);
  return callees;
}

bool CallGraph::reaches(Operation *from, Operation *to) const {
  llvm::SmallVector<Operation *> left{from};
  llvm::SmallPtrSet<Operation *, 8> seen{from};
  while (!left.empty()) {
    Operation *next = left.pop_back_val();
    if (next == to)
      return true;
    for (Operation *callee : calleesIn(next))
      if (seen.insert(callee).second)
        left.push_back(callee);
  }
  return false;
}

namespace {

/// Functions that call each other, those that others call first (Tarjan's
/// algorithm, without recursion: chains of calls may be long).
class CallCycles {
public:
  using Callees = std::function<std::vector<Operation *>(Operation *function)>;

  explicit CallCycles(Callees calleesOf) : calleesOf(std::move(calleesOf)) {}

  void visit(Operation *from) {
    if (numbers.contains(from))
      return;
    enter(from);
    while (!path.empty()) {
      Step &step = path.back();
      if (step.next == step.callees.size()) {
        leave();
        continue;
      }
      Operation *callee = step.callees[step.next++];
      auto known = numbers.find(callee);
      if (known == numbers.end())
        enter(callee);
      else if (isOpen(callee))
        step.low = std::min(step.low, known->second);
    }
  }

  /// All that were visited, callees first.
  std::vector<Operation *> order;
  llvm::DenseSet<Operation *> recursive;

private:
  struct Step {
    Operation *function;
    std::vector<Operation *> callees;
    size_t next = 0;
    unsigned low = 0;
  };

  bool isOpen(Operation *function) const { return open.contains(function); }

  void enter(Operation *function) {
    auto number = unsigned(numbers.size());
    numbers[function] = number;
    stack.push_back(function);
    open.insert(function);
    path.push_back({function, calleesOf(function), 0, number});
    if (llvm::is_contained(path.back().callees, function))
      recursive.insert(function);
  }

  void leave() {
    Step step = std::move(path.back());
    path.pop_back();
    if (!path.empty())
      path.back().low = std::min(path.back().low, step.low);
    if (step.low != numbers[step.function])
      return;
    bool isCycle = stack.back() != step.function;
    for (Operation *member = nullptr; member != step.function;) {
      member = stack.pop_back_val();
      open.erase(member);
      order.push_back(member);
      if (isCycle)
        recursive.insert(member);
    }
  }

  Callees calleesOf;
  llvm::DenseMap<Operation *, unsigned> numbers;
  std::vector<Step> path;
  llvm::SmallVector<Operation *> stack;
  llvm::DenseSet<Operation *> open;
};

} // namespace

std::vector<Operation *>
CallGraph::calleesFirst(Operation *from,
                        llvm::function_ref<bool(Operation *)> isDone) {
  CallCycles cycles([&](Operation *function) {
    readAll(function);
    std::vector<Operation *> callees = calleesIn(function);
    llvm::erase_if(callees, isDone);
    return callees;
  });
  cycles.visit(from);
  recursive.insert(cycles.recursive.begin(), cycles.recursive.end());
  // What is done may lead back to these.
  for (Operation *function : cycles.order)
    for (Operation *call : callsOf(function))
      mayRecurOtherwise |= isDone(calls.lookup(call).caller);
  return std::move(cycles.order);
}

std::vector<Operation *> CallGraph::updateRecursion() {
  std::vector<Operation *> other;
  if (!std::exchange(mayRecurOtherwise, false))
    return other;
  CallCycles cycles([&](Operation *function) { return calleesIn(function); });
  for (const auto &[caller, all] : byCaller)
    cycles.visit(caller);
  for (Operation *function : cycles.order)
    if (cycles.recursive.contains(function) != isRecursive(function))
      other.push_back(function);
  recursive = std::move(cycles.recursive);
  return other;
}
