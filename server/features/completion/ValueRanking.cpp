//===- ValueRanking.cpp ---------------------------------------------------===//

#include "server/features/completion/ValueRanking.h"
#include "core/analysis/Section.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace shapels;

/// That are looked at and that are offered.
static constexpr size_t mostValues = 500, mostSameOps = 6;

TypedOp shapels::typedOp(const Document &document, const TypingPlace &place) {
  TypedOp op;
  op.definition =
      definitions(document.configuration()).op(place.fullOp(document));
  bool isGeneric = place.rest.begin.value > 0 && !place.op.empty() &&
                   place.text({place.rest.begin - 1, place.rest.begin}) == "\"";
  if (op.definition && !isGeneric && !place.isBehindRegion)
    op.expected = expectedBehind(*op.definition, place.text(place.rest));
  for (size_t i = 0; i < place.tokens.size(); ++i)
    if (place.tokens[i].is(TokenKind::ValueName)) {
      op.operands.emplace_back(place.str(place.tokens[i]));
      bool isNumbered =
          i + 1 < place.tokens.size() &&
          place.tokens[i + 1].is(TokenKind::HashName) &&
          place.tokens[i + 1].range.begin == place.tokens[i].range.end;
      if (isNumbered)
        op.operands.back() += place.str(place.tokens[i + 1]);
    }
  return op;
}

std::optional<uint32_t> shapels::operandAt(const TypedOp &op) {
  for (const ExpectedPart &each : op.expected)
    if (each.part.kind == FormatPart::Kind::Operand)
      return each.part.index;
  if (!op.expected.empty() || !op.definition || op.definition->operands.empty())
    return std::nullopt;
  const std::vector<ValueDefinition> &all = op.definition->operands;
  for (uint32_t i = 0; i < all.size(); ++i)
    if (i == op.operands.size() || all[i].arity != Arity::One)
      return i;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The type that C++ builds: `$_builder.getIndexType()`.
static std::string builtType(std::string_view builder) {
  size_t at = builder.find("get");
  size_t end = builder.find("Type(");
  if (at == builder.npos || end == builder.npos || end < at + 4)
    return "";
  std::string name(builder.substr(at + 3, end - at - 3));
  bool isSized = name.size() > 1 && (name[0] == 'I' || name[0] == 'F') &&
                 name.find_first_not_of("0123456789", 1) == name.npos;
  if (isSized || name == "Index")
    name[0] = static_cast<char>(std::tolower(name[0]));
  return isSized || name == "index" ? name : "";
}

/// How a type agrees with a constraint's words: 1, 0 if they do not tell, or
/// -1.
static int agreement(std::string_view words, std::string_view type) {
  if (words.empty() || type.empty() || words.starts_with("any type"))
    return 0;
  auto says = [&](std::string_view word) {
    return words.find(word) != words.npos;
  };
  for (std::string_view container : {"tensor", "memref", "vector"})
    if (type.starts_with(container))
      return says(container) ? 1 : says("shaped") || says("-like") ? 0 : -1;
  bool isShapedOnly =
      words.starts_with("tensor") || words.starts_with("memref") ||
      words.starts_with("vector") || words.starts_with("ranked tensor") ||
      words.find(" tensor of") < 24;
  if (type.starts_with('!'))
    return isShapedOnly ? -1 : 0;
  if (isShapedOnly)
    return -1;
  if (type == "index")
    return says("index")                                      ? 1
           : !says("float") && (says("any") || says("-like")) ? 0
                                                              : -1;
  if (type.starts_with('i'))
    return says("integer") ? 1 : says("index") || says("float") ? -1 : 0;
  if (type.starts_with('f') || type.starts_with("bf"))
    return says("float") ? 1 : says("index") || says("integer") ? -1 : 0;
  return 0;
}

namespace {

/// What speaks for a value's type as the operand at the cursor.
class TypeJudge {
public:
  TypeJudge(const TypingPlace &place, const TypedOp &op,
            const Neighbours &near) {
    std::optional<uint32_t> at = operandAt(op);
    if (at) {
      const ValueDefinition &operand = op.definition->operands[*at];
      words = operand.constraint;
      exact = builtType(operand.builder);
      if (exact.empty())
        exact = typeOfOthers(place, op, operand.name);
    }
    size_t number = op.operands.size();
    for (const std::vector<NearbyOp> *side : {&near.before, &near.behind})
      addSameOps(place, number, *side);
    if (number > 0)
      previous = typeOfName(place.section, place.statement, op.operands.back());
  }

  double score(const std::string &type) const {
    double score = 0;
    if (!exact.empty())
      score += type == exact ? 60 : type.empty() ? 0 : -40;
    score += 30 * agreement(words, type);
    if (!same.empty())
      score += 30.0 * std::ranges::count(same, type) / same.size();
    if (exact.empty() && !previous.empty() && type == previous)
      score += 8;
    return score;
  }

private:
  /// Where a trait says that operands have one type, that of one named before.
  static std::string typeOfOthers(const TypingPlace &place, const TypedOp &op,
                                  const std::string &operand) {
    if (op.operands.empty())
      return "";
    auto typeOf = [&](size_t number) {
      return number < op.operands.size()
                 ? typeOfName(place.section, place.statement,
                              op.operands[number])
                 : "";
    };
    for (const TraitDefinition &trait : op.definition->traits) {
      if (trait.name == "::mlir::OpTrait::SameTypeOperands" ||
          trait.name == "::mlir::OpTrait::SameOperandsAndResultType")
        return typeOf(0);
      bool isAbout =
          trait.name == "AllTypesMatch" &&
          std::ranges::find(trait.arguments, operand) != trait.arguments.end();
      if (!isAbout)
        continue;
      const auto &all = op.definition->operands;
      for (size_t i = 0; i < all.size(); ++i)
        if (all[i].name != operand &&
            std::ranges::find(trait.arguments, all[i].name) !=
                trait.arguments.end())
          return typeOf(i);
    }
    return "";
  }
  void addSameOps(const TypingPlace &place, size_t number,
                  const std::vector<NearbyOp> &ops) {
    size_t found = 0;
    for (const NearbyOp &each : ops) {
      if (each.name != place.op)
        continue;
      std::vector<std::string> types =
          operandTypes(*each.section, each.statement);
      if (number < types.size() && !types[number].empty())
        same.push_back(types[number]);
      if (++found == mostSameOps)
        break;
    }
  }

  std::string words, exact, previous;
  std::vector<std::string> same;
};

} // namespace

VisibleValues shapels::likelyValues(const TypingPlace &place, const TypedOp &op,
                                    const Neighbours &near) {
  VisibleValues found = visibleValues(
      place.section, place.around,
      place.sigil() == '%' ? place.typed() : std::string_view(), mostValues);
  TypeJudge judge(place, op, near);
  // Of few types, by their text.
  std::map<std::string_view, double> scores;
  std::vector<std::pair<double, size_t>> ranked;
  for (size_t i = 0; i < found.values.size(); ++i) {
    const VisibleValue &value = found.values[i];
    auto [known, isNew] = scores.try_emplace(value.type);
    if (isNew)
      known->second = judge.score(value.type);
    double score = known->second + 25 * std::exp(-(i / 5.0));
    if (!value.isUsed)
      score += 30;
    if (std::ranges::find(op.operands, value.name) != op.operands.end())
      score -= 20;
    ranked.push_back({-score, i});
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<double, size_t>::first);
  VisibleValues sorted;
  sorted.isCut = found.isCut;
  for (auto [score, i] : ranked)
    sorted.values.push_back(std::move(found.values[i]));
  return sorted;
}
