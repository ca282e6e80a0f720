//===- ShapeComparison.cpp ------------------------------------------------===//

#include "server/check/ShapeComparison.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace shapels;

std::string_view shapels::shapeChangeName(ShapeChange change) {
  static constexpr std::array<std::string_view, shapeChangeCount> names = {
      "same", "retyped", "renamed", "refined", "lost", "changed"};
  return names[size_t(change)];
}

namespace {

/// How much a text tells of a size: nothing, that it is one with others, or
/// the number.
enum class Knowledge : uint8_t { None, Symbol, Number };

/// The names that values of the text before have in the text after.
using Names = llvm::StringMap<std::string>;

} // namespace

/// `tensor<?x4xf32>`: ? and 4.
std::optional<std::vector<std::string>>
shapels::shapeOf(const InferredValue &value) {
  if (value.symbolic)
    return value.symbolic;
  auto [kind, rest] = llvm::StringRef(value.declared).split('<');
  if (!llvm::is_contained({"tensor", "memref", "vector"}, kind) ||
      rest.starts_with("*"))
    return std::nullopt;
  std::vector<std::string> sizes;
  for (;;) {
    llvm::StringRef size =
        rest.take_while([](char c) { return llvm::isDigit(c) || c == '?'; });
    if (size.empty() || !rest.drop_front(size.size()).starts_with("x"))
      return sizes;
    sizes.push_back(size.str());
    rest = rest.drop_front(size.size() + 1);
  }
}

static bool isNumber(llvm::StringRef size) {
  int64_t number = 0;
  return !size.getAsInteger(10, number);
}

/// `%0[1]` of %0 itself tells nothing, unless it is given.
static Knowledge knowledgeOf(llvm::StringRef size, const InferredValue &value) {
  if (isNumber(size))
    return Knowledge::Number;
  llvm::StringRef rest = size;
  bool isOwn = rest.consume_front(value.name) && rest.starts_with("[") &&
               rest.ends_with("]") && !rest.contains(' ');
  bool isOpen = size.contains('?') || (isOwn && !value.op.empty());
  return isOpen ? Knowledge::None : Knowledge::Symbol;
}

/// The text with the names that its values have now.
static std::string renamed(llvm::StringRef text, const Names &names) {
  std::string result;
  while (!text.empty()) {
    size_t at = text.find('%');
    result += text.take_front(at).str();
    text = text.drop_front(std::min(at, text.size()));
    llvm::StringRef name = text.take_while([](char c) {
      return llvm::isAlnum(c) || llvm::StringRef("%_$.-#").contains(c);
    });
    auto other = names.find(name);
    result += other == names.end() ? name.str() : other->second;
    text = text.drop_front(name.size());
  }
  return result;
}

static bool isPlainName(llvm::StringRef size) {
  return !size.contains(' ') && !size.contains('(');
}

static ShapeChange changeOfSize(llvm::StringRef before, llvm::StringRef after,
                                const ValueChange &value, const Names &names) {
  Knowledge known = knowledgeOf(before, *value.before),
            now = knowledgeOf(after, *value.after);
  if (known != now)
    return known < now ? ShapeChange::Refined : ShapeChange::Lost;
  if (now == Knowledge::None || renamed(before, names) == after)
    return ShapeChange::Same;
  return now == Knowledge::Symbol && isPlainName(before) && isPlainName(after)
             ? ShapeChange::Renamed
             : ShapeChange::Changed;
}

static ShapeChange changeOf(const ValueChange &value, const Names &names) {
  auto before = shapeOf(*value.before), after = shapeOf(*value.after);
  ShapeChange worst = value.before->declared == value.after->declared
                          ? ShapeChange::Same
                          : ShapeChange::Retyped;
  if (!before && !after)
    return worst;
  if (!before || !after)
    return after ? ShapeChange::Refined : ShapeChange::Lost;
  if (before->size() != after->size())
    return ShapeChange::Changed;
  for (const auto &[was, is] : llvm::zip(*before, *after))
    worst = std::max(worst, changeOfSize(was, is, value, names));
  return worst;
}

FunctionComparison
shapels::compareFunction(std::string function,
                         std::span<const LocatedValue> before,
                         std::span<const LocatedValue> after) {
  FunctionComparison result{std::move(function), {}, {}, {}};
  std::vector<std::optional<size_t>> matches = matchValues(before, after);
  std::vector<const InferredValue *> origins(after.size());
  Names names;
  for (size_t i = 0; i < before.size(); ++i) {
    if (!matches[i]) {
      result.gone.push_back(before[i].value);
      continue;
    }
    origins[*matches[i]] = before[i].value;
    names.try_emplace(before[i].value->name, after[*matches[i]].value->name);
  }
  for (size_t i = 0; i < after.size(); ++i) {
    if (!origins[i]) {
      result.added.push_back(after[i].value);
      continue;
    }
    ValueChange value{ShapeChange::Same, origins[i], after[i].value};
    value.change = changeOf(value, names);
    result.values.push_back(value);
  }
  return result;
}

std::array<size_t, shapeChangeCount>
shapels::countChanges(std::span<const FunctionComparison> functions) {
  std::array<size_t, shapeChangeCount> counts = {};
  for (const FunctionComparison &function : functions)
    for (const ValueChange &value : function.values)
      ++counts[size_t(value.change)];
  return counts;
}
