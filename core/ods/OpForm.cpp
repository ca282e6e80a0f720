//===- OpForm.cpp ---------------------------------------------------------===//

#include "core/ods/OpForm.h"

#include <algorithm>

using namespace shapels;
using Part = FormatPart::Kind;

namespace {

class FormReader {
public:
  FormReader(const OpSyntax &op, const OpSyntaxes &all,
             const FormatReading &reading)
      : op(op.definition), all(all), reading(reading) {}

  OpForm read();

private:
  template <typename Definition>
  OpForm::ByName<ByteRange> parts(Part kind,
                                  const std::vector<Definition> &definitions);
  OpForm::ByName<WrittenType> types(Part kind,
                                    const std::vector<ValueDefinition> &values);
  WrittenType written(const FormatType &type) const;
  void addBuilt(const std::vector<ValueDefinition> &values,
                OpForm::ByName<WrittenType> &types, bool areOperands);
  bool shareTypes();
  bool shareAmong(const std::vector<FormatPart> &values);
  bool shareFrom(uint32_t result);
  void infer();
  OpForm::ByName<WrittenType> &typesOf(Part kind) {
    return kind == Part::OperandType ? form.operandTypes : form.resultTypes;
  }

  const OpDefinition &op;
  const OpSyntaxes &all;
  const FormatReading &reading;
  OpForm form;
};

} // namespace

//===----------------------------------------------------------------------===//
// What is written
//===----------------------------------------------------------------------===//

/// A list of all, by the names; nothing where several stand for any number.
template <typename T, typename Definition>
static std::optional<OpForm::ByName<T>>
split(const std::vector<T> &list, const std::vector<Definition> &definitions) {
  size_t ones = static_cast<size_t>(
      std::ranges::count(definitions, Arity::One, &Definition::arity));
  size_t others = definitions.size() - ones;
  if (others > 1 || list.size() < ones || (others == 0 && list.size() != ones))
    return std::nullopt;
  OpForm::ByName<T> result;
  auto next = list.begin();
  for (const Definition &each : definitions) {
    auto count = static_cast<std::ptrdiff_t>(
        each.arity == Arity::One ? 1 : list.size() - ones);
    result.push_back(std::vector<T>(next, next + count));
    next += count;
  }
  return result;
}

template <typename Definition>
OpForm::ByName<ByteRange>
FormReader::parts(Part kind, const std::vector<Definition> &definitions) {
  OpForm::ByName<ByteRange> result(definitions.size());
  if (const FormatReading::Part *list = reading.find({kind, FormatPart::all}))
    return split(list->ranges, definitions).value_or(std::move(result));
  for (uint32_t i = 0; i < definitions.size(); ++i) {
    FormatPart part{kind, i};
    if (reading.isByCode(part))
      continue;
    if (const FormatReading::Part *found = reading.find(part))
      result[i] = found->ranges;
    else if (definitions[i].arity != Arity::One)
      result[i].emplace();
  }
  return result;
}

WrittenType FormReader::written(const FormatType &type) const {
  if (!type.isCertain)
    return {};
  if (type.prefix.empty())
    return {type.range, ""};
  return {{}, type.prefix + std::string(type.text)};
}

OpForm::ByName<WrittenType>
FormReader::types(Part kind, const std::vector<ValueDefinition> &values) {
  OpForm::ByName<WrittenType> result(values.size());
  auto listOf = [&](const FormatReading::Types &types) {
    std::vector<WrittenType> list;
    for (const FormatType &each : types.types)
      list.push_back(written(each));
    return list;
  };
  if (const FormatReading::Types *list =
          reading.typesOf({kind, FormatPart::all}))
    return split(listOf(*list), values).value_or(std::move(result));
  for (uint32_t i = 0; i < values.size(); ++i)
    if (const FormatReading::Types *found = reading.typesOf({kind, i}))
      if (!reading.isByCode({kind, i}))
        result[i] = listOf(*found);
  return result;
}

//===----------------------------------------------------------------------===//
// What follows from that
//===----------------------------------------------------------------------===//

/// Values that may have one type only.
void FormReader::addBuilt(const std::vector<ValueDefinition> &values,
                          OpForm::ByName<WrittenType> &types,
                          bool areOperands) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (types[i] || values[i].builder.empty())
      continue;
    std::optional<size_t> count;
    if (values[i].arity == Arity::One)
      count = 1;
    else if (areOperands && form.operands[i])
      count = form.operands[i]->size();
    std::string built = all.builtType(values[i].builder);
    if (count && !built.empty())
      types[i].emplace(*count, WrittenType{{}, built});
  }
}

static bool isOneKnown(const std::optional<std::vector<WrittenType>> &types) {
  return types && types->size() == 1 && types->front().isKnown();
}

/// Gives the type of one to all others whose types nobody wrote.
bool FormReader::shareAmong(const std::vector<FormatPart> &values) {
  const WrittenType *known = nullptr;
  for (FormatPart value : values)
    if (const auto &types = typesOf(value.kind)[value.index];
        isOneKnown(types) && !known)
      known = &types->front();
  if (!known)
    return false;
  WrittenType type = *known;
  bool isChanged = false;
  for (FormatPart value : values) {
    auto &types = typesOf(value.kind)[value.index];
    bool isOperand = value.kind == Part::OperandType;
    if (types || reading.isByCode(value))
      continue;
    std::optional<size_t> count;
    if ((isOperand ? op.operands : op.results)[value.index].arity == Arity::One)
      count = 1;
    else if (isOperand && form.operands[value.index])
      count = form.operands[value.index]->size();
    if (!count)
      continue;
    types.emplace(*count, type);
    isChanged = true;
  }
  return isChanged;
}

/// A result whose type a trait says to be another one's.
bool FormReader::shareFrom(uint32_t index) {
  const ValueDefinition &result = op.results[index];
  if (result.typeBy != "$_self" || form.resultTypes[index])
    return false;
  FormatPart from = partOf(op, result.typeFrom, /*isType=*/true);
  // A list has all types of the other one.
  if (from.kind != Part::None && result.arity == Arity::Variadic &&
      typesOf(from.kind)[from.index]) {
    form.resultTypes[index] = typesOf(from.kind)[from.index];
    return true;
  }
  return from.kind != Part::None &&
         shareAmong({from, {Part::ResultType, index}});
}

bool FormReader::shareTypes() {
  bool isChanged = false;
  auto add = [](Part kind, size_t count, std::vector<FormatPart> &values) {
    for (uint32_t i = 0; i < count; ++i)
      values.push_back({kind, i});
  };
  for (const TraitDefinition &trait : op.traits) {
    std::vector<FormatPart> values;
    bool isSame = trait.name == "::mlir::OpTrait::SameOperandsAndResultType";
    if (isSame || trait.name == "::mlir::OpTrait::SameTypeOperands")
      add(Part::OperandType, op.operands.size(), values);
    if (isSame)
      add(Part::ResultType, op.results.size(), values);
    if (trait.kind == TraitDefinition::Kind::Predicate &&
        trait.name == "AllTypesMatch")
      for (const std::string &name : trait.arguments)
        if (FormatPart part = partOf(op, name, /*isType=*/true);
            part.kind != Part::None)
          values.push_back(part);
    isChanged |= shareAmong(values);
  }
  for (uint32_t i = 0; i < op.results.size(); ++i)
    isChanged |= shareFrom(i);
  return isChanged;
}

void FormReader::infer() {
  addBuilt(op.operands, form.operandTypes, /*areOperands=*/true);
  addBuilt(op.results, form.resultTypes, /*areOperands=*/false);
  while (shareTypes())
    ;
}

/// One is there, even if nobody knows which.
static void addUnknown(const std::vector<ValueDefinition> &values,
                       OpForm::ByName<WrittenType> &types) {
  for (size_t i = 0; i < values.size(); ++i)
    if (!types[i] && values[i].arity == Arity::One)
      types[i].emplace(1);
}

OpForm FormReader::read() {
  form.operands = parts(Part::Operand, op.operands);
  form.regions = parts(Part::Region, op.regions);
  form.successors = parts(Part::Successor, op.successors);
  form.attributes.resize(op.attributes.size());
  for (uint32_t i = 0; i < op.attributes.size(); ++i)
    if (const FormatReading::Part *found = reading.find({Part::Attribute, i}))
      form.attributes[i] = found->ranges.front();
  form.operandTypes = types(Part::OperandType, op.operands);
  form.resultTypes = types(Part::ResultType, op.results);
  infer();
  addUnknown(op.operands, form.operandTypes);
  addUnknown(op.results, form.resultTypes);
  return std::move(form);
}

std::optional<OpForm> shapels::readOpForm(const OpSyntax &op,
                                          const OpSyntaxes &all,
                                          const FormatTokens &tokens) {
  if (!op.format)
    return std::nullopt;
  auto classify = [&](std::string_view cppType, std::string_view dialect) {
    return all.classOf(cppType, dialect);
  };
  std::optional<FormatReading> reading =
      readFormat(*op.format, op.definition, tokens, classify);
  if (!reading || !reading->isCertain)
    return std::nullopt;
  return FormReader(op, all, *reading).read();
}
