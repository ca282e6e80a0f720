//===- EditBase.cpp
//---------------------------------------------------------===//

#include "core/ir/function/EditBase.h"

#include "mlir/IR/SymbolTable.h"

using namespace shapels;
using namespace mlir;

/// Where the edit was declined, others still use what is to go.
EditState::~EditState() {
  for (Block *block : retiredBlocks) {
    for (Value argument : block->getArguments())
      argument.dropAllUses();
    block->dropAllUses();
    delete block;
  }
  for (Operation *op : retired) {
    op->dropAllReferences();
    op->dropAllUses();
    op->destroy();
  }
}

/// The op of a statement, or what stands for it.
Operation *EditBase::standing(StatementId id) const {
  return contents.standing(id);
}

/// Moves what was said since to where it follows its statements.
bool EditBase::keepSayings(StatementId subject) {
  for (SectionDiagnostic &diagnostic : contents.diagnostics) {
    if (diagnostic.subject == noStatement)
      diagnostic.subject = subject;
    StatementId owner = diagnostic.subject;
    if (owner == noStatement ||
        !contents.sayings.add(outline, owner, std::move(diagnostic)))
      return false;
  }
  contents.diagnostics.clear();
  return true;
}

/// Whether what it nests is made anew together with it.
bool EditBase::isShortOp(StatementId id) const {
  bool definesSymbol =
      llvm::any_of(outline.names(id), [](const NameOccurrence &name) {
        return name.isDefinition && name.kind == NameKind::Symbol;
      });
  return outline.parent(id) != noStatement && !isUnit(id) && !definesSymbol &&
         countNested(id, SectionIR::shortOp + 1) <= SectionIR::shortOp;
}

/// What is made anew where the statement changed: the outermost short op
/// around it, or itself.
StatementId EditBase::itemOf(StatementId id) const {
  StatementId item = id;
  for (StatementId around = outline.parent(id);
       around != noStatement && isShortOp(around);
       around = outline.parent(around))
    item = around;
  return item;
}

/// Whether what is known of others rests on the op's symbols; a unit's all are
/// told of.
bool EditBase::isTiedToOthers(StatementId id) const {
  return contents.opaqueSymbols.contains(id) && !isUnit(id);
}

/// Whether the parser said what is wrong with the statement.
bool EditBase::isFaulted(StatementId id) const {
  const auto *said = contents.sayings.of(id);
  return said && llvm::any_of(*said, [](const SectionDiagnostic &each) {
           return each.isFromParser();
         });
}

bool EditBase::isSymbol(Operation *op) {
  return op->getAttr(SymbolTable::getSymbolAttrName()) != nullptr;
}

bool EditBase::isUnit(StatementId id) const {
  return shared.isByUnit && shared.units.rootOf(id) == id;
}

/// Whether ops in it may be parsed and verified.
bool EditBase::isReadable(Operation *op) const {
  for (Operation *around = op; around; around = around->getParentOp())
    if (contents.verdict.wrong.unreadable.contains(around))
      return false;
  return op != nullptr;
}

/// How many statements it nests; `enough` if there are that many.
size_t EditBase::countNested(StatementId id, size_t enough) const {
  size_t count = 0;
  ByteOffset end = outline.range(id).end;
  for (id = outline.next(id);
       count < enough && id != noStatement && outline.begin(id) < end;
       id = outline.next(id))
    ++count;
  return count;
}

static bool isAboutOrder(const SectionDiagnostic &said) {
  return said.isFromVerifier() && isAboutDominance(said.message);
}

/// Whether something is used where it need not be there.
bool EditBase::isOutOfOrder(StatementId subject) const {
  const auto *said = contents.sayings.of(subject);
  return said && llvm::any_of(*said, isAboutOrder);
}
