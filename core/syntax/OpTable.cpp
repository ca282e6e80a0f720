//===- OpTable.cpp --------------------------------------------------------===//

#include "shapels/syntax/OpTable.h"

using namespace shapels;

void OpTable::add(std::string_view name, bool definesSymbol,
                  bool hasNoRegions) {
  registered.emplace(name);
  for (size_t dot = name.find('.'); dot != name.npos;
       dot = name.find('.', dot + 1))
    prefixes.emplace(name.substr(0, dot));
  if (hasNoRegions)
    leaves.emplace(name);
  if (definesSymbol)
    symbols.emplace(name);
}

void OpTable::addBare(std::string_view name, bool hasNoRegions) {
  if (name.empty())
    return;
  bare.emplace(name);
  bareStarts[sizeOf(name)] |= startOf(name);
  if (hasNoRegions)
    leaves.emplace(name);
}

bool OpTable::isUnknown(std::string_view name) const {
  size_t dot = name.rfind('.');
  return dot != name.npos && !isRegistered(name) &&
         !isPrefix(name.substr(0, dot));
}

std::string OpTable::barePrefix(std::string_view name,
                                std::string_view dialect) const {
  bool isBare = !name.empty() && name.find('.') == name.npos;
  if (!isBare || dialect.empty() ||
      isRegistered("builtin." + std::string(name)))
    return "";
  return std::string(dialect) + ".";
}

bool OpTable::definesSymbol(std::string_view name) const {
  if (symbols.contains(name) || name == "module")
    return true;
  return !isRegistered(name) &&
         (name.ends_with(".func") || name.ends_with(".module") ||
          name.ends_with(".global"));
}
