//===- ParserBase.cpp -----------------------------------------------------===//

#include "core/ir/parse/ParserBase.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/unregistered/UnregisteredWriter.h"

using namespace shapels;
using namespace mlir;

/// Whether the op is written in MLIR's generic form: then an isolated one hides
/// names. The functions of a dialect, in their own syntax, do not.
bool ParserBase::isGeneric(StatementId id) const {
  return isQuoted(text, statement(id).name);
}

bool ParserBase::isBrokenLabel(StatementId label) const {
  return state.brokenLabels.contains(label) ||
         contents.broken.brokenOpOf(label);
}

/// Whether a region lacks its brace in a section that is no units: what is said
/// behind it rests on the whole.
bool ParserBase::isOpenToOthers(StatementId id) const {
  return !shared.isByUnit && outline.openRegion(id);
}

/// What knows of the statement: where many units are parsed at once, its own.
UnitIR &ParserBase::unitOf(StatementId id) {
  return state.isForAll ? shared.unitOf(id) : contents;
}

StatementId ParserBase::firstIn(const RegionText &region) const {
  StatementId first = outline.firstFrom(region.inside.begin);
  bool isInside =
      first != noStatement && outline.begin(first) < region.inside.end;
  return isInside ? first : noStatement;
}

/// The module around the units, if the text has it.
Operation *ParserBase::container() const {
  return shared.units.container() == noStatement
             ? nullptr
             : shared.module->getOperation();
}

/// An argument that several regions of an op have, in the one around `block`.
Value ParserBase::inRegion(Value value, Block *block) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *owner = argument ? argument.getOwner()->getParentOp() : nullptr;
  if (!owner || owner->isRegistered() || owner->getNumRegions() < 2)
    return value;
  for (Region *region = block ? block->getParent() : nullptr; region;
       region = region->getParentRegion())
    if (region->getParentOp() == owner && !region->empty() &&
        argument.getArgNumber() < region->getNumArguments())
      return region->getArgument(argument.getArgNumber());
  return value;
}
