//===- UnregisteredFilter.cpp ---------------------------------------------===//
//
// What MLIR says of an op may rest on one of an unknown dialect, of which it
// knows nothing: then it need not be so, and is not said.
//
//===----------------------------------------------------------------------===//

#include "core/ir/unregistered/UnregisteredFilter.h"
#include "core/ir/parse/DroppedMessages.h"
#include "core/ir/unregistered/UnregisteredDialect.h"
#include "core/ir/unregistered/UnregisteredWriter.h"

#include "mlir/IR/SymbolTable.h"

using namespace shapels;
using namespace mlir;

/// Whether an op of an unknown dialect is around the statement.
bool UnregisteredFilter::isInUnregistered(StatementId id) const {
  for (id = outline.parent(id); id != noStatement; id = outline.parent(id))
    if (isUnregistered(text, outline, id))
      return true;
  return false;
}

/// The same of one in the generic form as well, but where all dialects are
/// known that are meant.
bool UnregisteredFilter::isInUnknown(StatementId id) const {
  if (state.source.origin.isForMlirOpt)
    return isInUnregistered(id);
  for (id = outline.parent(id); id != noStatement; id = outline.parent(id))
    if (isUnregistered(text, outline, id) ||
        outline.opTable().isUnknown(outline.opName(id)))
      return true;
  return false;
}

/// Which of its symbols an unknown op defines is not known; an op with results
/// defines none.
bool UnregisteredFilter::mayDefineSymbol(StatementId id) const {
  auto names = outline.names(id);
  return llvm::any_of(names,
                      [](const NameOccurrence &name) {
                        return name.kind == NameKind::Symbol;
                      }) &&
         llvm::none_of(names, [](const NameOccurrence &name) {
           return name.kind == NameKind::Value && name.isDefinition;
         });
}

/// What may be the name of a symbol in the unit, for all that is known.
void UnregisteredFilter::addUnregisteredSymbols(
    StatementId root, std::vector<std::string_view> &symbols) const {
  if (contents.unregistered.empty())
    return;
  for (StatementId id = root, end = outline.behind(root); id != end;
       id = outline.next(id)) {
    auto names = outline.names(id);
    bool hasAny = llvm::any_of(names, [](const NameOccurrence &name) {
      return name.kind == NameKind::Symbol;
    });
    if (!hasAny)
      continue;
    bool mayBeAny = isUnregistered(text, outline, id) && mayDefineSymbol(id);
    bool isIn = isInUnregistered(id);
    for (const NameOccurrence &name : names)
      if (name.kind == NameKind::Symbol &&
          (mayBeAny || (isIn && name.isDefinition)))
        symbols.push_back(outline.plainName(name.id));
  }
}

/// Whether the op refers to a symbol, one that `isMeant`, that an unknown op
/// defines, or holds.
bool UnregisteredFilter::namesUnregisteredSymbol(
    StatementId id, llvm::function_ref<bool(llvm::StringRef)> isMeant) const {
  for (const NameOccurrence &name : outline.names(id)) {
    if (name.kind != NameKind::Symbol || name.isDefinition ||
        !isMeant(outline.plainName(name.id)))
      continue;
    std::optional<NameId> definition = outline.definitionOf(name.id);
    if (definition && (isUnregistered(text, outline, definition->statement) ||
                       isInUnregistered(definition->statement)))
      return true;
    bool isNamed =
        llvm::any_of(contents.unregisteredSymbols, [&](StatementId other) {
          return llvm::any_of(outline.names(other), [&](const auto &own) {
            return own.kind == NameKind::Symbol &&
                   outline.spelling(own.id) == outline.spelling(name.id);
          });
        });
    if (!definition && isNamed)
      return true;
  }
  return false;
}

static bool hasUnregisteredTerminator(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!block.empty() && !block.back().isRegistered() &&
          !isPlaceholder(&block.back()))
        return true;
  return false;
}

static bool hasUnknownParts(Operation *op) {
  auto isUnknown = [](Type type) { return restsOnUnknown(type); };
  return llvm::any_of(op->getOperandTypes(), isUnknown) ||
         llvm::any_of(op->getResultTypes(), isUnknown) ||
         restsOnUnknown(op->getAttrDictionary());
}

/// Whether MLIR names an op of an unknown dialect in the statement as what is
/// wrong with this.
static bool blamesUnregistered(TextSpan text, const Outline &outline,
                               StatementId id,
                               const SectionDiagnostic &diagnostic) {
  return llvm::any_of(diagnostic.related, [&](const SectionNote &note) {
    StatementId at = outline.statementAt(note.range.begin);
    return at != noStatement && at != id && outline.nests(id, at) &&
           isUnregistered(text, outline, at);
  });
}

/// Whether the op refers to a symbol that an unknown op defines in the generic
/// form, or one that is not there and `mayBeElsewhere`.
static bool refersToUnknown(Operation *op, bool mayBeElsewhere) {
  return op->getAttrDictionary()
      .walk([&](SymbolRefAttr name) {
        Operation *symbol = SymbolTable::lookupNearestSymbolFrom(op, name);
        bool isUnknown = symbol ? !symbol->isRegistered() : mayBeElsewhere;
        return isUnknown ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool holdsUnknown(Operation *op) {
  return op
      ->walk([op](Operation *nested) {
        return nested != op && !nested->isRegistered() ? WalkResult::interrupt()
                                                       : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether what an op of a symbol user says of symbols rests on an unknown op.
bool UnregisteredFilter::restsOnSymbol(const SectionDiagnostic &diagnostic,
                                       Operation *op) const {
  StatementId id = diagnostic.subject;
  bool isUser = isa<SymbolUserOpInterface>(op);
  // Others may look for symbols without telling.
  auto isMeant = [&](llvm::StringRef symbol) {
    return isUser || diagnostic.message.find("'" + symbol.str() + "'") !=
                         std::string::npos;
  };
  return (isUser && (isInUnknown(id) ||
                     refersToUnknown(op, state.source.origin.hasOtherParts))) ||
         namesUnregisteredSymbol(id, isMeant);
}

/// Whether types or attributes of unknown dialects are part of the op, or of
/// what is written in it.
bool UnregisteredFilter::namesUnknown(StatementId id, Operation *op) const {
  return hasUnknownParts(op) ||
         namesUnknownParts(text, outline, id, [&](llvm::StringRef dialect) {
           return !isa_and_present<UnregisteredDialect>(
               context.getLoadedDialect(dialect));
         });
}

/// Whether what the verifier says rests on an op, a type or an attribute of an
/// unknown dialect.
bool UnregisteredFilter::restsOnUnregistered(
    const SectionDiagnostic &diagnostic) const {
  StatementId id = diagnostic.subject;
  Operation *op = id == noStatement ? nullptr : contents.operations.lookup(id);
  if (!op)
    return false;
  auto isThere = [&](Unknown unknown) {
    switch (unknown) {
    case Unknown::Part:
      return namesUnknown(id, op);
    case Unknown::Around:
      return isInUnknown(id);
    case Unknown::Blamed:
      return blamesUnregistered(text, outline, id, diagnostic);
    case Unknown::Within:
      return holdsUnknown(op);
    case Unknown::Terminator:
      return hasUnregisteredTerminator(op);
    case Unknown::Symbol:
      return restsOnSymbol(diagnostic, op);
    default:
      return false;
    }
  };
  return isDropped(diagnostic, op->getName().getStringRef(), isThere);
}

/// Whether the parser may say of a statement alone, or of the whole, what it
/// would not if it knew all dialects.
bool UnregisteredFilter::mayBeUnregistered(
    const SectionDiagnostic &diagnostic) const {
  StatementId at = outline.statementAt(diagnostic.range.begin);
  if (at == noStatement)
    return false;
  llvm::StringRef message(diagnostic.message);
  bool isAboutNames = message.starts_with("use of undeclared SSA value name") ||
                      message.starts_with("redefinition of SSA value");
  bool isAboutTypes = message.starts_with("use of value") ||
                      message.starts_with("definition of SSA value");
  // Of the names that UnregisteredWriter defines at a region's end.
  bool isAboutOurs = isAboutNames && !contents.unregistered.empty() &&
                     !outline.nameStartingAt(diagnostic.range.begin);
  return isUnregistered(text, outline, at) ||
         (isAboutNames && isInUnregistered(at)) || isAboutOurs ||
         (isAboutTypes && !contents.unregistered.empty());
}
