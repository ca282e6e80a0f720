//===- CompareFormat.cpp - What became of shapes, as text and JSON --------===//

#include "server/check/Compare.h"

#include <nlohmann/json.hpp>

using namespace shapels;
using Json = nlohmann::ordered_json;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string shapeText(const InferredValue &value) {
  auto shape = shapeOf(value);
  if (!shape)
    return "?";
  std::string text;
  for (const std::string &size : *shape)
    text += (text.empty() ? "" : ", ") + size;
  return "[" + text + "]";
}

static std::string nameText(const InferredValue &value) {
  return value.name + (value.op.empty() ? "" : " = " + value.op);
}

static std::string lineOf(const ComparisonStep &step,
                          const FunctionComparison &function,
                          const ValueChange &value) {
  Position place = step.after->text.position(value.after->range.begin,
                                             PositionEncoding::Utf8);
  std::string text = step.after->path + ":" + std::to_string(place.line + 1) +
                     ":" + std::to_string(place.character + 1) + ": " +
                     std::string(shapeChangeName(value.change)) + ": " +
                     nameText(*value.after) + " in " + function.function;
  if (value.before->name != value.after->name)
    text += " (was " + value.before->name + ")";
  text += ": ";
  if (value.change == ShapeChange::Retyped)
    return text + value.before->declared + " -> " + value.after->declared +
           "\n";
  return text + shapeText(*value.before) + " -> " + shapeText(*value.after) +
         "\n";
}

static std::string summaryOf(const ComparisonStep &step) {
  auto counts = countChanges(step.functions);
  std::string text;
  for (size_t i = shapeChangeCount; i-- > 0;)
    if (counts[i] != 0 || i == size_t(ShapeChange::Same))
      text += (text.empty() ? "" : ", ") + std::to_string(counts[i]) + " " +
              std::string(shapeChangeName(ShapeChange(i)));
  size_t gone = 0, added = 0;
  for (const FunctionComparison &function : step.functions) {
    gone += function.gone.size();
    added += function.added.size();
  }
  if (gone)
    text += ", " + std::to_string(gone) + " gone";
  if (added)
    text += ", " + std::to_string(added) + " new";
  for (const std::string &function : step.gone)
    text += "; " + function + " is gone";
  for (const std::string &function : step.added)
    text += "; " + function + " is new";
  return text;
}

std::string
shapels::formatComparisonText(std::span<const ComparisonStep> steps) {
  std::string text;
  for (const ComparisonStep &step : steps) {
    text += step.title + ": " + summaryOf(step) + "\n";
    for (const FunctionComparison &function : step.functions)
      for (const ValueChange &value : function.values)
        if (value.change != ShapeChange::Same)
          text += lineOf(step, function, value);
  }
  return text;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static Json shapeJson(const InferredValue &value) {
  return {{"name", value.name},
          {"op", value.op.empty() ? Json() : Json(value.op)},
          {"declared", value.declared},
          {"symbolic", value.symbolic ? Json(*value.symbolic) : Json()}};
}

static Json namesJson(const std::vector<const InferredValue *> &values) {
  Json names = Json::array();
  for (const InferredValue *value : values)
    names.push_back(value->name);
  return names;
}

static Json placeJson(Position position) {
  return {{"line", position.line}, {"character", position.character}};
}

static Json valueJson(const ComparisonStep &step, const ValueChange &value) {
  PositionRange range =
      step.after->text.positions(value.after->range, PositionEncoding::Utf8);
  return {{"change", shapeChangeName(value.change)},
          {"range",
           {{"start", placeJson(range.start)}, {"end", placeJson(range.end)}}},
          {"before", shapeJson(*value.before)},
          {"after", shapeJson(*value.after)}};
}

static Json functionJson(const ComparisonStep &step,
                         const FunctionComparison &function) {
  Json values = Json::array();
  size_t same = 0;
  for (const ValueChange &value : function.values)
    if (value.change == ShapeChange::Same)
      ++same;
    else
      values.push_back(valueJson(step, value));
  return {{"function", function.function},
          {"same", same},
          {"values", std::move(values)},
          {"gone", namesJson(function.gone)},
          {"new", namesJson(function.added)}};
}

std::string
shapels::formatComparisonJson(std::span<const ComparisonStep> steps) {
  Json all = Json::array();
  for (const ComparisonStep &step : steps) {
    Json functions = Json::array();
    for (const FunctionComparison &function : step.functions)
      functions.push_back(functionJson(step, function));
    all.push_back({{"step", step.title},
                   {"file", step.after->path},
                   {"functions", std::move(functions)},
                   {"goneFunctions", step.gone},
                   {"newFunctions", step.added}});
  }
  Json report = {
      {"version", 1}, {"positionEncoding", "utf-8"}, {"steps", std::move(all)}};
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}
