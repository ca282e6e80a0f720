//===- BareNames.cpp - What op names without a dialect mean ---------------===//
//
// Of statements that are parsed alone: the default dialect of the ops around
// them.
//
//===----------------------------------------------------------------------===//

#include "core/ir/parse/BareNames.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/TypeReferences.h"

#include "mlir/IR/OpImplementation.h"

using namespace shapels;
using namespace mlir;

/// The dialect that bare names belong to in an op of which only the name is
/// known.
static std::string defaultDialectOf(llvm::StringRef name,
                                    MLIRContext &context) {
  context.getOrLoadDialect(name.split('.').first);
  auto info = RegisteredOperationName::lookup(name, &context);
  if (!info)
    return "";
  OperationState state(UnknownLoc::get(&context), *info);
  Operation *op = Operation::create(state);
  auto asmOp = dyn_cast<OpAsmOpInterface>(op);
  std::string dialect = asmOp ? asmOp.getDefaultDialect().str() : "";
  op->destroy();
  return dialect;
}

/// Whether the op is in the generic form, which leaves the default dialect as
/// it is around; a quote in front of what does not parse need not be one.
bool BareNames::keepsDefaultDialect(Operation *op) const {
  StatementId id = statementOf(op->getLoc());
  return id != noStatement && !isPlaceholder(op) && isGeneric(id);
}

/// The same in an op.
std::string BareNames::defaultDialect(Operation *parent) const {
  while (parent && keepsDefaultDialect(parent))
    parent = parent->getParentOp();
  if (parent && isPlaceholder(parent))
    return defaultDialectOf(outline.opName(statementOf(parent->getLoc())),
                            context);
  if (parent && !parent->isRegistered())
    return parent->getName().getDialectNamespace().str();
  auto asmOp = dyn_cast_if_present<OpAsmOpInterface>(parent);
  return asmOp ? asmOp.getDefaultDialect().str() : "";
}

/// What a bare name lacks.
std::string BareNames::barePrefix(std::string_view name,
                                  Operation *parent) const {
  std::string dialect = defaultDialect(parent);
  std::string prefix = outline.opTable().barePrefix(name, dialect);
  bool isOp = parent && !parent->isRegistered() && !isPlaceholder(parent) &&
              !keepsDefaultDialect(parent);
  isOp |= outline.opTable().isRegistered(prefix + std::string(name));
  return isOp ? prefix : "";
}

/// Whether a name is bare in an op of which nobody knows what that means.
bool BareNames::mayHaveFullName(StatementId id, Operation *parent) const {
  std::string_view name = outline.opName(id);
  return parent && isPlaceholder(parent) && !isGeneric(id) &&
         name.find('.') == name.npos && defaultDialect(parent).empty();
}

/// Of a bare name that is no op MLIR says which full name it tried, by the
/// default dialect of the op around: that is ours, not the real one.
void BareNames::nameDefaultDialect(Operation *parent, size_t since) {
  static constexpr std::string_view tried = "(tried 'builtin.";
  bool isKnown = parent && (parent->isRegistered() || isPlaceholder(parent) ||
                            keepsDefaultDialect(parent));
  std::string dialect = isKnown ? defaultDialect(parent) : "";
  if (dialect.empty())
    return;
  for (size_t i = since; i < contents.diagnostics.size(); ++i) {
    std::string &message = contents.diagnostics[i].message;
    size_t at = message.find(tried);
    if (at == message.npos)
      continue;
    std::string name = message.substr(at + tried.size());
    name = dialect + "." + name.substr(0, name.find('\''));
    // In the op around it would be one, behind another in the statement.
    state.isNotOne |= outline.opTable().isRegistered(name);
    message.replace(at, tried.size(), "(tried '" + dialect + ".");
  }
}
