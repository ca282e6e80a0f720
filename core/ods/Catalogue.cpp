//===- Catalogue.cpp ------------------------------------------------------===//

#include "core/ods/Catalogue.h"
#include "core/ods/CatalogueFields.h"

#include <algorithm>

using namespace shapels;

namespace {

/// Reads definitions from bytes that may be anything: behind the end are zeros
/// and empty texts.
class Reader {
public:
  Reader(std::string_view bytes, size_t at) : bytes(bytes), at(at) {}

  template <typename... Fields>
  void operator()(Fields &...all) {
    (read(all), ...);
  }

  uint64_t number() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64 && at < bytes.size(); shift += 7) {
      auto byte = static_cast<unsigned char>(bytes[at++]);
      value |= uint64_t(byte & 0x7F) << shift;
      if (byte < 0x80)
        break;
    }
    return value;
  }
  std::string_view textHere() {
    uint64_t size = number();
    return at <= bytes.size() ? bytes.substr(at, size) : std::string_view();
  }
  std::string_view text() { return Reader(bytes, number()).textHere(); }

private:
  template <typename Field>
  void read(Field &field) {
    if constexpr (std::is_same_v<Field, std::string>) {
      field = text();
    } else if constexpr (requires { field.begin(); }) {
      // Each takes a byte at least.
      uint64_t size = std::min<uint64_t>(number(), bytes.size() - at);
      for (; size > 0 && at < bytes.size(); --size)
        read(field.emplace_back());
    } else if constexpr (std::is_class_v<Field>) {
      fields(*this, field);
    } else {
      field = static_cast<Field>(number());
    }
  }

  std::string_view bytes;
  size_t at;
};

} // namespace

uint32_t Catalogue::word(uint32_t at) const {
  uint32_t value = 0;
  for (uint32_t i = 4; i-- > 0 && at + i < bytes.size();)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

std::optional<Catalogue> Catalogue::open(std::string_view bytes,
                                         std::shared_ptr<const void> owner) {
  constexpr uint32_t tables = catalogueVersion.size();
  if (!bytes.starts_with(catalogueVersion) || bytes.size() < tables + 12 ||
      bytes.size() > UINT32_MAX)
    return std::nullopt;
  Catalogue result;
  result.bytes = bytes;
  result.owner = std::move(owner);
  uint64_t at = tables + 12;
  uint32_t place = tables;
  for (Table *table :
       {&result.opTable, &result.typeTable, &result.dialectTable}) {
    *table = {static_cast<uint32_t>(at), result.word(place)};
    at += uint64_t(8) * table->size;
    place += 4;
    if (at > bytes.size())
      return std::nullopt;
  }
  return result;
}

std::string_view Catalogue::nameAt(Table table, uint32_t index) const {
  return Reader(bytes, word(table.begin + 8 * index)).textHere();
}

uint32_t Catalogue::placeAt(Table table, uint32_t index) const {
  return word(table.begin + 8 * index + 4);
}

uint32_t Catalogue::lowerBound(Table table, std::string_view name) const {
  uint32_t first = 0, last = table.size;
  while (first < last) {
    uint32_t middle = first + (last - first) / 2;
    if (nameAt(table, middle) < name)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

std::optional<uint32_t> Catalogue::find(Table table,
                                        std::string_view name) const {
  uint32_t index = lowerBound(table, name);
  if (index == table.size || nameAt(table, index) != name)
    return std::nullopt;
  return placeAt(table, index);
}

std::vector<std::string_view> Catalogue::names(Table table,
                                               std::string_view prefix) const {
  std::vector<std::string_view> found;
  for (uint32_t i = lowerBound(table, prefix); i < table.size; ++i) {
    std::string_view name = nameAt(table, i);
    if (!name.starts_with(prefix))
      break;
    found.push_back(name);
  }
  return found;
}

template <typename Definition>
static std::optional<Definition> read(std::string_view bytes,
                                      std::optional<uint32_t> place) {
  if (!place)
    return std::nullopt;
  Definition definition;
  Reader reader(bytes, *place);
  fields(reader, definition);
  return definition;
}

std::optional<OpDefinition> Catalogue::op(std::string_view name) const {
  return read<OpDefinition>(bytes, find(opTable, name));
}

std::string_view Catalogue::summaryOf(std::string_view op) const {
  std::optional<uint32_t> place = find(opTable, op);
  return place ? Reader(bytes, *place).text() : std::string_view();
}

std::vector<std::string_view> Catalogue::opsOf(std::string_view dialect) const {
  return names(opTable, std::string(dialect) + ".");
}

std::vector<std::string_view> Catalogue::ops() const {
  return names(opTable, "");
}

std::optional<TypeDefinition> Catalogue::type(std::string_view name) const {
  return read<TypeDefinition>(bytes, find(typeTable, name));
}

std::vector<TypeDefinition>
Catalogue::typesWith(std::string_view prefix) const {
  std::vector<TypeDefinition> found;
  for (std::string_view name : names(typeTable, prefix))
    if (std::optional<TypeDefinition> definition = type(name))
      found.push_back(std::move(*definition));
  return found;
}

std::vector<TypeDefinition> Catalogue::typesOf(std::string_view dialect) const {
  std::vector<TypeDefinition> found =
      typesWith("!" + std::string(dialect) + ".");
  std::ranges::move(typesWith("#" + std::string(dialect) + "."),
                    std::back_inserter(found));
  return found;
}

std::optional<DialectDefinition>
Catalogue::dialect(std::string_view name) const {
  return read<DialectDefinition>(bytes, find(dialectTable, name));
}

std::vector<std::string_view> Catalogue::dialects() const {
  return names(dialectTable, "");
}
