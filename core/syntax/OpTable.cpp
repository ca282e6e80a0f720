//===- OpTable.cpp --------------------------------------------------------===//

#include "core/syntax/OpTable.h"

using namespace shapels;

OpTable::OpTable(const OpTable &other) : bareStarts(other.bareStarts) {
  for (Spelling name = 0; name < other.facts.size(); ++name)
    note(other.names.str(name), other.facts[name]);
}

void OpTable::note(std::string_view name, uint8_t noted) {
  Spelling known = names.intern(name);
  if (known == facts.size())
    facts.push_back(0);
  facts[known] |= noted;
}

void OpTable::add(std::string_view name, bool definesSymbol,
                  bool hasNoRegions) {
  for (size_t dot = name.find('.'); dot != name.npos;
       dot = name.find('.', dot + 1))
    note(name.substr(0, dot), Prefix);
  note(name,
       Registered | (hasNoRegions ? Leaf : 0) | (definesSymbol ? Symbol : 0));
}

void OpTable::addBare(std::string_view name, bool hasNoRegions) {
  if (name.empty())
    return;
  note(name, Bare | (hasNoRegions ? Leaf : 0));
  bareStarts[sizeOf(name)] |= startOf(name);
}

bool OpTable::isUnknown(std::string_view name) const {
  size_t dot = name.rfind('.');
  return dot != name.npos && !isRegistered(name) &&
         !isPrefix(name.substr(0, dot));
}

std::vector<std::string_view> OpTable::opsOf(std::string_view dialect) const {
  std::vector<std::string_view> ops;
  for (Spelling name = 0; name < facts.size(); ++name)
    if (std::string_view op = names.str(name);
        facts[name] & Registered && op.size() > dialect.size() &&
        op[dialect.size()] == '.' && op.starts_with(dialect))
      ops.push_back(op.substr(dialect.size() + 1));
  return ops;
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
  uint8_t known = factsOf(name);
  if (known & Symbol || name == "module")
    return true;
  return !(known & Registered) &&
         (name.ends_with(".func") || name.ends_with(".module") ||
          name.ends_with(".global"));
}
