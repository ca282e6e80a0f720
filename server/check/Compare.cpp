//===- Compare.cpp --------------------------------------------------------===//

#include "server/check/Compare.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <map>

using namespace shapels;

static constexpr llvm::StringLiteral dumpBegin("// -----// IR Dump "),
    dumpEnd(" //----- //"), separator("// -----");

namespace {

using Functions = llvm::MapVector<std::string, std::vector<LocatedValue>,
                                  std::map<std::string, unsigned>>;

/// A section of a text.
struct Part {
  /// Of a log: the pass; else empty.
  std::string title;
  Functions functions;
};

/// Reads where ops are from, in one section.
class Locations {
public:
  explicit Locations(llvm::StringRef section) : section(section) {}

  /// Of the op on the line at `offset`; empty where it has none.
  std::string at(size_t offset) {
    llvm::StringRef line = section.drop_front(std::min(offset, section.size()));
    line = line.take_until([](char c) { return c == '\n'; }).rtrim();
    size_t begin = line.rfind(" loc(");
    if (begin == line.npos || !line.ends_with(")"))
      return "";
    llvm::StringRef location = line.drop_front(begin + 5).drop_back();
    if (!location.starts_with("#"))
      return location == "unknown" ? "" : location.str();
    return resolved(location);
  }

private:
  std::string resolved(llvm::StringRef alias) {
    if (!areRead)
      readAliases();
    auto found = aliases.find(alias);
    return found == aliases.end() || found->second == "unknown"
               ? ""
               : found->second.str();
  }

  /// `#loc3 = loc("a.mlir":1:2)`, anywhere in the section.
  void readAliases() {
    areRead = true;
    llvm::SmallVector<llvm::StringRef> lines;
    section.split(lines, '\n');
    for (llvm::StringRef line : lines)
      if (line.starts_with("#"))
        if (auto [name, value] = line.split(" = "); value.starts_with("loc("))
          aliases.try_emplace(name, value.rtrim().drop_front(4).drop_back());
  }

  llvm::StringRef section;
  bool areRead = false;
  llvm::StringMap<llvm::StringRef> aliases;
};

} // namespace

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

/// Where the section around `at` begins: at the separator before it.
static size_t sectionBegin(llvm::StringRef text, size_t at) {
  size_t begin = text.take_front(at).rfind(separator);
  return begin == text.npos ? 0 : begin;
}

static std::string titleOf(llvm::StringRef section) {
  if (!section.consume_front(dumpBegin))
    return "";
  return section.take_front(section.find(dumpEnd)).str();
}

/// The sections that have values.
static std::vector<Part> partsOf(const CheckedFile &file) {
  std::vector<Part> parts;
  std::optional<uint64_t> number;
  llvm::StringRef text(file.text.text());
  size_t begin = 0;
  std::optional<Locations> locations;
  for (const InferredValue &value : file.inferred) {
    size_t at = value.range.begin.value;
    if (number != value.section) {
      number = value.section;
      begin = sectionBegin(text, at);
      llvm::StringRef section = text.drop_front(begin);
      section = section.take_front(section.find(separator, 1));
      locations.emplace(section);
      parts.push_back({titleOf(section), {}});
    }
    if (!value.function.empty())
      parts.back().functions[value.function].push_back(
          {&value, locations->at(at - begin)});
  }
  return parts;
}

/// What became of the functions of one text in another one.
static ComparisonStep compareParts(const Functions &before,
                                   const Functions &after) {
  ComparisonStep step;
  for (const auto &[name, values] : after)
    if (auto known = before.find(name); known != before.end())
      step.functions.push_back(compareFunction(name, known->second, values));
    else
      step.added.push_back(name);
  for (const auto &[name, values] : before)
    if (!after.contains(name))
      step.gone.push_back(name);
  return step;
}

std::vector<ComparisonStep> shapels::compareTexts(const CheckedFile &before,
                                                  const CheckedFile &after) {
  std::vector<Part> a = partsOf(before), b = partsOf(after);
  std::vector<ComparisonStep> steps;
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    steps.push_back(compareParts(i < a.size() ? a[i].functions : Functions(),
                                 i < b.size() ? b[i].functions : Functions()));
    steps.back().title =
        before.path + " -> " + after.path +
        (std::max(a.size(), b.size()) > 1 ? ", section " + std::to_string(i)
                                          : "");
    steps.back().after = &after;
  }
  return steps;
}

/// A pass prints the function or the module that it ran on: what is not there
/// is not gone.
std::vector<ComparisonStep> shapels::compareLog(const CheckedFile &log) {
  Functions known;
  std::vector<ComparisonStep> steps;
  for (Part &part : partsOf(log)) {
    ComparisonStep step = compareParts(known, part.functions);
    step.title = part.title;
    step.after = &log;
    step.gone.clear();
    for (auto &[name, values] : part.functions)
      known[name] = std::move(values);
    if (!step.functions.empty())
      steps.push_back(std::move(step));
  }
  return steps;
}

bool shapels::losesShapes(std::span<const ComparisonStep> steps) {
  return std::ranges::any_of(steps, [](const ComparisonStep &step) {
    auto counts = countChanges(step.functions);
    return counts[size_t(ShapeChange::Lost)] != 0 ||
           counts[size_t(ShapeChange::Changed)] != 0;
  });
}
