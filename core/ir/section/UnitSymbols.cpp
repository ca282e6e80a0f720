//===- UnitSymbols.cpp ----------------------------------------------------===//

#include "core/ir/section/UnitSymbols.h"

using namespace shapels;
using namespace mlir;

bool UnitSymbols::Unit::looksLike(const Unit &other) const {
  return name == other.name && attributes == other.attributes &&
         kind == other.kind && isReadable == other.isReadable && !isTable &&
         !other.isTable && *names == *other.names;
}

void UnitSymbols::noteChange(const Unit &unit) {
  if (unit.name)
    changed.insert(unit.name.getValue());
  for (const std::string &name : unit.names->written)
    changed.insert(name);
  for (const std::string &name : unit.names->unregistered)
    changed.insert(name);
}

void UnitSymbols::update(StatementId root, Operation *op, bool isReadable,
                         llvm::ArrayRef<std::string_view> written,
                         llvm::ArrayRef<std::string_view> unregistered) {
  forgetOps();
  Unit unit;
  if (op) {
    unit.name = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    unit.attributes = op->getAttrDictionary();
    unit.kind = op->getName().getAsOpaquePointer();
    unit.isTable = op->hasTrait<OpTrait::SymbolTable>();
  }
  unit.isReadable = op && isReadable;
  if (!unregistered.empty())
    unit.names.change().unregistered.assign(unregistered.begin(),
                                            unregistered.end());
  if (!op && !written.empty())
    unit.names.change().written.assign(written.begin(), written.end());
  else if (op && !isReadable && unit.name)
    unit.names.change().written.push_back(unit.name.getValue().str());
  auto known = units.find(root);
  bool isSame = known != units.end() && known->second.looksLike(unit);
  if (!isSame)
    noteChange(unit);
  if (known != units.end() && !isSame)
    noteChange(known->second);
  forget(root);
  for (const std::string &name : unit.names->written)
    ++unreadable[name];
  for (const std::string &name : unit.names->unregistered)
    ++possible[name];
  if (unit.name) {
    definitions[unit.name].push_back(root);
    if (definitions[unit.name].size() > 1)
      clashing.insert(unit.name);
    noteClash(unit.name);
  }
  units.insert_or_assign(root, std::move(unit));
}

void UnitSymbols::remove(StatementId root) {
  if (auto known = units.find(root); known != units.end())
    noteChange(known->second);
  forget(root);
}

void UnitSymbols::forget(StatementId root) {
  auto known = units.find(root);
  if (known == units.end())
    return;
  for (const std::string &name : known->second.names->written)
    if (--unreadable[name] == 0)
      unreadable.erase(name);
  for (const std::string &name : known->second.names->unregistered)
    if (--possible[name] == 0)
      possible.erase(name);
  if (StringAttr name = known->second.name) {
    noteClash(name);
    llvm::erase(definitions[name], root);
    if (definitions[name].size() < 2)
      clashing.erase(name);
  }
  units.erase(known);
}

bool UnitSymbols::isOfSection(Operation *user) {
  Operation *table =
      user->getParentOp()
          ? SymbolTable::getNearestSymbolTable(user->getParentOp())
          : nullptr;
  return table && !table->getParentOp();
}

static bool names(Operation *user,
                  llvm::function_ref<bool(StringAttr)> isMeant) {
  bool found = false;
  user->getAttrDictionary().walk(
      [&](SymbolRefAttr name) { found |= isMeant(name.getRootReference()); });
  return found;
}

bool UnitSymbols::isUnreadable(StringAttr name) const {
  return unreadable.contains(name) ||
         (possible.contains(name) && definitions.lookup(name).empty());
}

bool UnitSymbols::restsOnUnreadable(Operation *user) const {
  bool areAllReadable = unreadable.empty() && possible.empty();
  return !areAllReadable && isOfSection(user) &&
         names(user, [&](StringAttr name) { return isUnreadable(name); });
}

bool UnitSymbols::namesChanged(Operation *user) const {
  return names(user,
               [&](llvm::StringRef name) { return changed.contains(name); });
}

bool UnitSymbols::restsOnChanged(Operation *user) const {
  return isOfSection(user) && namesChanged(user);
}

bool UnitSymbols::looksOutside(Operation *unit) const {
  bool isDialect = unit->getName().getDialectNamespace() == "irdl";
  return isDialect && unit->walk([&](Operation *op) {
                            return namesChanged(op) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
                          })
                          .wasInterrupted();
}

std::optional<SectionDiagnostic>
UnitSymbols::redefinition(const Outline &outline, StatementId root) const {
  auto unit = units.find(root);
  if (unit == units.end() || !clashing.contains(unit->second.name))
    return std::nullopt;
  StringAttr name = unit->second.name;
  const auto &roots = definitions.find(name)->second;
  StatementId first = *llvm::min_element(roots, [&](auto a, auto b) {
    return outline.begin(a) < outline.begin(b);
  });
  if (root == first)
    return std::nullopt;
  SectionDiagnostic result(
      DiagnosticCode::MlirVerify, outline.statement(root).name,
      "redefinition of symbol named '" + name.getValue().str() + "'", root,
      root);
  result.related.push_back(
      {outline.statement(first).name, "see existing symbol definition here"});
  return result;
}

std::vector<StatementId> UnitSymbols::clashingUnits() const {
  std::vector<StatementId> roots;
  for (StringAttr name : clashing)
    llvm::append_range(roots, definitions.find(name)->second);
  return roots;
}

/// Of all that have the name, something else may be said.
void UnitSymbols::noteClash(StringAttr name) {
  if (clashing.contains(name))
    clashes.insert(definitions[name].begin(), definitions[name].end());
}
