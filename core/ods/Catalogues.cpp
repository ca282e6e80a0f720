//===- Catalogues.cpp -----------------------------------------------------===//

#include "core/ods/Catalogue.h"

#include <map>
#include <set>

using namespace shapels;

std::optional<OpDefinition> Catalogues::op(std::string_view name) const {
  for (const auto &each : list)
    if (std::optional<OpDefinition> found = each->op(name))
      return found;
  return std::nullopt;
}

std::string_view Catalogues::summaryOf(std::string_view op) const {
  for (const auto &each : list)
    if (std::string_view found = each->summaryOf(op); !found.empty())
      return found;
  return {};
}

std::optional<TypeDefinition> Catalogues::type(std::string_view name) const {
  for (const auto &each : list)
    if (std::optional<TypeDefinition> found = each->type(name))
      return found;
  return std::nullopt;
}

std::optional<DialectDefinition>
Catalogues::dialect(std::string_view name) const {
  for (const auto &each : list)
    if (std::optional<DialectDefinition> found = each->dialect(name))
      return found;
  return std::nullopt;
}

std::vector<std::string_view>
Catalogues::opsOf(std::string_view dialect) const {
  std::set<std::string_view> names;
  for (const auto &each : list)
    for (std::string_view name : each->opsOf(dialect))
      names.insert(name);
  return {names.begin(), names.end()};
}

std::vector<std::string_view> Catalogues::dialects() const {
  std::set<std::string_view> names;
  for (const auto &each : list)
    for (std::string_view name : each->dialects())
      names.insert(name);
  return {names.begin(), names.end()};
}

std::vector<TypeDefinition>
Catalogues::typesOf(std::string_view dialect) const {
  std::map<std::string, TypeDefinition> types;
  for (const auto &each : list)
    for (TypeDefinition &type : each->typesOf(dialect))
      types.try_emplace(type.name() + type.cppType, std::move(type));
  std::vector<TypeDefinition> sorted;
  for (auto &[name, type] : types)
    sorted.push_back(std::move(type));
  return sorted;
}
