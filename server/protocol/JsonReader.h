//===- JsonReader.h - A JSON value and the way to it ------------*- C++ -*-===//
//
// For sources that decode: needs the whole of nlohmann's header.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_PROTOCOL_JSONREADER_H
#define SHAPELS_PROTOCOL_JSONREADER_H

#include "core/text/Position.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels::lsp {

/// A value inside a message. Knows its parents, so that an error can name its
/// path; the path is only spelled when there is an error. Lives on the stack
/// while its parents do.
class JsonReader {
public:
  JsonReader(const nlohmann::json &value, std::string_view name,
             std::string &error)
      : value(value), name(name), error(error) {}

  /// Says what was expected here. Always false.
  bool fail(std::string_view expected) const {
    error = path() + ": expected " + std::string(expected);
    return false;
  }

  bool isObject() const { return value.is_object() || fail("object"); }

  bool read(std::string &result) const {
    if (!value.is_string())
      return fail("string");
    result = value.get_ref<const std::string &>();
    return true;
  }
  bool read(bool &result) const {
    if (!value.is_boolean())
      return fail("boolean");
    result = value.get<bool>();
    return true;
  }
  bool read(uint32_t &result) const;
  bool read(int64_t &result) const {
    if (!value.is_number_integer())
      return fail("integer");
    result = value.get<int64_t>();
    return true;
  }
  bool read(Position &result) const {
    return field("line", result.line) && field("character", result.character);
  }
  bool read(PositionRange &result) const {
    return field("start", result.start) && field("end", result.end);
  }
  template <typename T>
  bool read(std::vector<T> &result) const;
  /// For the structures of the protocol.
  template <typename T>
  bool read(T &result) const {
    return readStruct(*this, result);
  }

  /// A member that must be there.
  template <typename T>
  bool field(std::string_view key, T &result) const;
  /// A member that may be left out, or be null.
  template <typename T>
  bool optionalField(std::string_view key, std::optional<T> &result) const;
  /// The member, or null if there is none.
  const nlohmann::json *find(std::string_view key) const {
    if (!value.is_object())
      return nullptr;
    auto found = value.find(key);
    return found == value.end() || found->is_null() ? nullptr : &*found;
  }

private:
  JsonReader(const nlohmann::json &value, const JsonReader &parent,
             std::string_view name, std::optional<size_t> index = {})
      : value(value), parent(&parent), name(name), index(index),
        error(parent.error) {}

  std::string path() const {
    std::string result = parent ? parent->path() : std::string();
    if (index)
      return result + "[" + std::to_string(*index) + "]";
    return result + (parent ? "." : "") + std::string(name);
  }

  const nlohmann::json &value;
  const JsonReader *parent = nullptr;
  std::string_view name;
  std::optional<size_t> index;
  std::string &error;
};

inline bool JsonReader::read(uint32_t &result) const {
  if (!value.is_number_unsigned())
    return fail("non-negative integer");
  // Larger than any text: TextBuffer takes it to the text's end.
  result = static_cast<uint32_t>(
      std::min<uint64_t>(value.get<uint64_t>(), UINT32_MAX));
  return true;
}

template <typename T>
bool JsonReader::read(std::vector<T> &result) const {
  if (!value.is_array())
    return fail("array");
  for (size_t i = 0; i < value.size(); ++i)
    if (!JsonReader(value[i], *this, {}, i).read(result.emplace_back()))
      return false;
  return true;
}

template <typename T>
bool JsonReader::field(std::string_view key, T &result) const {
  if (!isObject())
    return false;
  static const nlohmann::json missing;
  auto found = value.find(key);
  return JsonReader(found == value.end() ? missing : *found, *this, key)
      .read(result);
}

template <typename T>
bool JsonReader::optionalField(std::string_view key,
                               std::optional<T> &result) const {
  if (!isObject())
    return false;
  const nlohmann::json *found = find(key);
  return !found || JsonReader(*found, *this, key).read(result.emplace());
}

} // namespace shapels::lsp

#endif // SHAPELS_PROTOCOL_JSONREADER_H
