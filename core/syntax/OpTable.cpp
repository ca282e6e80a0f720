//===- OpTable.cpp --------------------------------------------------------===//

#include "shapels/syntax/OpTable.h"

using namespace shapels;

void OpTable::add(std::string_view name, bool definesSymbol,
                  bool hasNoRegions) {
  registered.emplace(name);
  if (hasNoRegions)
    leaves.emplace(name);
  if (definesSymbol)
    symbols.emplace(name);
}

bool OpTable::definesSymbol(std::string_view name) const {
  if (symbols.contains(name) || name == "module")
    return true;
  return !isRegistered(name) &&
         (name.ends_with(".func") || name.ends_with(".module") ||
          name.ends_with(".global"));
}
