//===- CatalogueWriter.cpp ------------------------------------------------===//

#include "core/ods/CatalogueWriter.h"
#include "core/ods/CatalogueFields.h"

#include <map>
#include <unordered_map>

using namespace shapels;

namespace {

/// Appends definitions to the bytes.
class Writer {
public:
  explicit Writer(std::string &bytes) : bytes(bytes) {}

  template <typename... Fields>
  void operator()(Fields &...all) {
    (add(all), ...);
  }

  void number(uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      bytes += static_cast<char>(value | 0x80);
    bytes += static_cast<char>(value);
  }
  /// Where it is; each once.
  uint32_t place(const std::string &text) {
    auto [found, isNew] =
        places.try_emplace(text, static_cast<uint32_t>(bytes.size()));
    if (isNew) {
      number(text.size());
      bytes += text;
    }
    return found->second;
  }
  /// So that what is written next can refer to its texts.
  template <typename Definition>
  void placeTexts(Definition &definition) {
    TextPlacer placer{*this};
    fields(placer, definition);
  }

private:
  struct TextPlacer {
    Writer &writer;
    template <typename... Fields>
    void operator()(Fields &...all) {
      (add(all), ...);
    }
    template <typename Field>
    void add(Field &field) {
      if constexpr (std::is_same_v<Field, std::string>)
        writer.place(field);
      else if constexpr (requires { field.begin(); })
        for (auto &each : field)
          add(each);
      else if constexpr (std::is_class_v<Field>)
        fields(*this, field);
    }
  };

  template <typename Field>
  void add(Field &field) {
    if constexpr (std::is_same_v<Field, std::string>) {
      number(place(field));
    } else if constexpr (requires { field.begin(); }) {
      number(field.size());
      for (auto &each : field)
        add(each);
    } else if constexpr (std::is_class_v<Field>) {
      fields(*this, field);
    } else {
      number(static_cast<uint64_t>(field));
    }
  }

  std::string &bytes;
  std::unordered_map<std::string, uint32_t> places;
};

/// Sorted; the first of each name.
template <typename Definition>
using ByName = std::map<std::string, Definition *>;

} // namespace

/// Types that texts do not name are told apart by their class.
static std::string keyOf(const TypeDefinition &type) {
  return type.name() + (type.mnemonic.empty() ? ":" + type.cppType : "");
}
static std::string keyOf(const OpDefinition &op) { return op.name; }
static std::string keyOf(const DialectDefinition &dialect) {
  return dialect.name;
}

template <typename Definition>
static ByName<Definition> byName(std::vector<Definition> &definitions) {
  ByName<Definition> sorted;
  for (Definition &each : definitions)
    sorted.try_emplace(keyOf(each), &each);
  return sorted;
}

static void setWord(std::string &bytes, size_t at, uint32_t value) {
  for (int i = 0; i < 4; ++i, value >>= 8)
    bytes[at + i] = static_cast<char>(value);
}

/// Fills the table's entries, which begin at `at`, and returns their end.
template <typename Definition>
static size_t write(const ByName<Definition> &sorted, size_t at,
                    std::string &bytes, Writer &writer) {
  // The names lie close together: a search looks at many.
  size_t entry = at;
  for (const auto &[name, definition] : sorted) {
    setWord(bytes, entry, writer.place(name));
    entry += 8;
  }
  for (const auto &[name, definition] : sorted) {
    writer.placeTexts(*definition);
    setWord(bytes, at + 4, static_cast<uint32_t>(bytes.size()));
    fields(writer, *definition);
    at += 8;
  }
  return at;
}

std::string shapels::catalogueBytes(CatalogueContents contents) {
  auto ops = byName(contents.ops);
  auto types = byName(contents.types);
  auto dialects = byName(contents.dialects);
  std::string bytes(catalogueVersion);
  size_t at = bytes.size();
  bytes.resize(at + 12 + 8 * (ops.size() + types.size() + dialects.size()));
  for (size_t size : {ops.size(), types.size(), dialects.size()}) {
    setWord(bytes, at, static_cast<uint32_t>(size));
    at += 4;
  }
  Writer writer(bytes);
  at = write(ops, at, bytes, writer);
  at = write(types, at, bytes, writer);
  write(dialects, at, bytes, writer);
  return bytes;
}
