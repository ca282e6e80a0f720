//===- PrintInferred.cpp --------------------------------------------------===//

#include "server/check/PrintInferred.h"

#include <nlohmann/json.hpp>

using namespace shapels;
using Json = nlohmann::ordered_json;

namespace {

/// Lines and columns, in bytes, of offsets that come in order for the most
/// part: each takes as long as what lies between it and the one before.
class Places {
public:
  explicit Places(const TextBuffer &buffer) : text(buffer.text()) {
    startLine(0, 0);
  }

  Position of(DocumentOffset offset) {
    if (offset.value < begin)
      startLine(0, 0);
    while (end <= offset.value)
      startLine(line + 1, end);
    return {line, static_cast<uint32_t>(offset.value - begin)};
  }

private:
  void startLine(uint32_t number, size_t at) {
    line = number;
    begin = at;
    at = text.find_first_of("\r\n", begin);
    end = at == text.npos ? at : text.substr(at, 2) == "\r\n" ? at + 2 : at + 1;
  }

  std::string_view text;
  uint32_t line = 0;
  /// Where the line begins, and the next one.
  size_t begin = 0, end = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string
listed(const std::optional<std::vector<std::string>> &elements) {
  if (!elements)
    return "?";
  std::string text;
  for (const std::string &element : *elements)
    text += (text.empty() ? "" : ", ") + element;
  return "[" + text + "]";
}

static std::string lineOf(const CheckedFile &file, const InferredValue &value,
                          Places &places) {
  Position start = places.of(value.range.begin);
  std::string text = file.path + ":" + std::to_string(start.line + 1) + ":" +
                     std::to_string(start.character + 1) + ": " + value.name;
  if (!value.op.empty())
    text += " = " + value.op;
  text += ": " + value.declared;
  if (value.symbolic && !value.op.empty())
    text += "; inferred " + value.inferred.value_or("?") + "; from arguments " +
            value.fromArguments.value_or("?");
  if (value.symbolic)
    text += " = " + listed(value.symbolic);
  if (value.value)
    text += "; value " + listed(value.value);
  if (!value.callee.empty())
    text += "; by " + value.callee;
  return text + (value.isStatedByType ? "; stated by its type\n" : "\n");
}

std::string shapels::formatInferredText(std::span<const CheckedFile> files) {
  std::string text;
  for (const CheckedFile &file : files) {
    Places places(file.text);
    for (const InferredValue &value : file.inferred)
      text += lineOf(file, value, places);
  }
  return text;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

template <typename T>
static Json orNull(const std::optional<T> &value) {
  return value ? Json(*value) : Json();
}

static Json nameOrNull(const std::string &name) {
  return name.empty() ? Json() : Json(name);
}

static Json placeJson(Position position) {
  return {{"line", position.line}, {"character", position.character}};
}

static Json valueJson(const InferredValue &value, Places &places) {
  Position start = places.of(value.range.begin);
  Position end = places.of(value.range.end);
  return {{"section", value.section},
          {"function", nameOrNull(value.function)},
          {"name", value.name},
          {"op", nameOrNull(value.op)},
          {"range", {{"start", placeJson(start)}, {"end", placeJson(end)}}},
          {"declared", value.declared},
          {"inferred", orNull(value.inferred)},
          {"fromArguments", orNull(value.fromArguments)},
          {"statedByType", value.isStatedByType},
          {"symbolic", orNull(value.symbolic)},
          {"value", orNull(value.value)},
          {"callee", nameOrNull(value.callee)}};
}

std::string shapels::formatInferredJson(std::span<const CheckedFile> files) {
  Json entries = Json::array();
  for (const CheckedFile &file : files) {
    if (!file.isChecked())
      continue;
    Json values = Json::array();
    Places places(file.text);
    for (const InferredValue &value : file.inferred)
      values.push_back(valueJson(value, places));
    entries.push_back({{"file", file.path}, {"values", std::move(values)}});
  }
  Json report = {{"version", 1},
                 {"positionEncoding", "utf-8"},
                 {"files", std::move(entries)}};
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}
