//===- DimNames.h - Names for sizes ----------------------------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_DIMNAMES_H
#define SHAPELS_SHAPE_DIMNAMES_H

#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace shapels {

/// What users call sizes, by number: the index of a DimSource of Kind::Named.
/// Numbers rest on what was named first, so nothing shown may go by them.
class DimNames {
public:
  uint32_t numberOf(llvm::StringRef name) {
    auto [entry, isNew] = numbers.try_emplace(name, uint32_t(names.size()));
    if (isNew)
      names.push_back(name.str());
    return entry->second;
  }
  const std::string &name(uint32_t number) const { return names[number]; }

private:
  llvm::StringMap<uint32_t> numbers;
  std::vector<std::string> names;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_DIMNAMES_H
