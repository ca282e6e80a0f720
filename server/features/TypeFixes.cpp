//===- TypeFixes.cpp ------------------------------------------------------===//

#include "server/features/TypeFixes.h"
#include "core/analysis/Section.h"
#include "server/features/Trial.h"

#include "llvm/ADT/StringRef.h"

using namespace shapels;

/// A type that an op writes more often is not looked for in all its places.
static constexpr size_t mostPlaces = 8;

namespace {

/// A value that is used as what it is not.
struct Misuse {
  SectionRange use;
  StatementId user = noStatement;
  std::string actual, wanted;
  /// Whether the user writes the type that it wants, or the actual one.
  bool isWantedWritten = true;
};

} // namespace

/// The text in quotes behind `before`.
static std::string quotedBehind(llvm::StringRef message,
                                llvm::StringRef before) {
  llvm::StringRef rest =
      message.substr(message.find(before)).split('\'').second;
  return rest.split('\'').first.str();
}

/// Behind `before`.
static std::optional<unsigned> numberIn(llvm::StringRef message,
                                        llvm::StringRef before) {
  unsigned number = 0;
  size_t at = message.find(before);
  if (at == message.npos ||
      message.substr(at + before.size()).consumeInteger(10, number))
    return std::nullopt;
  return number;
}

/// Where the statement names its operand of that number, if it names each one.
static std::optional<SectionRange> operandName(const Section &section,
                                               StatementId id,
                                               std::optional<unsigned> number) {
  mlir::Operation *op = section.ir().operationOf(id);
  if (!op || !number)
    return std::nullopt;
  std::vector<SectionRange> ranges = section.operandRanges(op);
  bool isNamed = *number < ranges.size() &&
                 section.slice(ranges[*number]).starts_with('%');
  return isNamed ? std::optional(ranges[*number]) : std::nullopt;
}

/// What MLIR says of a type that an op wants, in its words.
static std::optional<Misuse> misuseOf(const Section &section,
                                      const Diagnostic &finding) {
  llvm::StringRef message(finding.message);
  Misuse misuse;
  misuse.use = section.span().inSection(finding.range);
  misuse.user = section.outline().statementAt(misuse.use.begin);
  if (misuse.user == noStatement)
    return std::nullopt;
  if (message.starts_with("use of value '") &&
      message.contains("expects different type than prior uses")) {
    misuse.wanted = quotedBehind(message, "prior uses: ");
    misuse.actual = quotedBehind(message, " vs ");
    return misuse;
  }
  std::optional<SectionRange> name;
  if (message.starts_with("type of return operand ")) {
    name =
        operandName(section, misuse.user, numberIn(message, "return operand "));
    misuse.actual = quotedBehind(message, "return operand ");
    misuse.wanted = quotedBehind(message, "function result type ");
  } else if (message.contains("operand type mismatch: expected operand")) {
    name =
        operandName(section, misuse.user, numberIn(message, "operand number "));
    misuse.wanted = quotedBehind(message, "expected operand type ");
    misuse.actual = quotedBehind(message, "but provided ");
  }
  if (!name)
    return std::nullopt;
  misuse.use = *name;
  misuse.isWantedWritten = false;
  return misuse;
}

/// Where the statement's header has the text, ways to write `type` instead: in
/// one place, or in all.
static std::vector<std::vector<SectionEdit>>
retypings(const Section &section, StatementId id, std::string_view written,
          const std::string &type) {
  SectionRange range = section.outline().range(id);
  for (const RegionText &region : section.outline().regions(id))
    range.end = std::min(range.end, region.inside.begin);
  std::string_view text = section.slice(range);
  std::vector<SectionEdit> all;
  for (size_t at = 0;
       (at = text.find(written, at)) != text.npos && all.size() < mostPlaces;
       at += written.size()) {
    SectionOffset begin = range.begin + static_cast<uint32_t>(at);
    all.push_back(
        {{begin, begin + static_cast<uint32_t>(written.size())}, type});
  }
  std::vector<std::vector<SectionEdit>> ways;
  for (const SectionEdit &edit : all)
    ways.push_back({edit});
  if (all.size() > 1)
    ways.push_back(all);
  return ways;
}

/// A name that the section has not.
static std::string castName(const Section &section, std::string_view value) {
  std::string name(value.substr(0, value.find('#')));
  name += "_cast";
  if (name[1] >= '0' && name[1] <= '9')
    name.insert(1, "v");
  std::string unique = name;
  for (int i = 0; section.outline().spelling(unique); ++i)
    unique = name + "_" + std::to_string(i);
  return unique;
}

static std::string_view castOp(std::string_view type) {
  return type.starts_with("tensor<")   ? "tensor.cast"
         : type.starts_with("memref<") ? "memref.cast"
                                       : "";
}

/// The cast on a line before the user, and its result in the user.
static std::vector<SectionEdit> castEdits(const Document &document,
                                          const Section &section,
                                          const Misuse &misuse) {
  std::string_view op = castOp(misuse.actual);
  if (op.empty() || op != castOp(misuse.wanted))
    return {};
  std::string_view value = section.slice(misuse.use);
  SectionOffset line = section.outline().begin(misuse.user);
  std::string name = castName(section, value);
  std::string cast = name + " = ";
  cast.append(op).append(" ").append(value).append(" : ");
  cast.append(misuse.actual).append(" to ").append(misuse.wanted);
  cast += lineBreakAt(document.buffer(), section.span().inDocument(line));
  return {{{line, line}, cast}, {misuse.use, name}};
}

/// The first of the ways that mends, in the document.
static std::optional<CodeAction>
firstThatMends(Trial &trial, const Section &section,
               const std::vector<std::vector<SectionEdit>> &ways,
               std::string title, const Diagnostic &finding) {
  for (const std::vector<SectionEdit> &way : ways) {
    if (!trial.mends(way))
      continue;
    CodeAction action{std::move(title), {}, {finding}, false};
    for (const SectionEdit &edit : way)
      action.edits.push_back(section.span().inDocument(edit));
    return action;
  }
  return std::nullopt;
}

std::vector<CodeAction> shapels::fixTypes(const Document &document,
                                          const Diagnostic &finding) {
  const Section &section = document.sectionAt(finding.range.begin);
  std::optional<Misuse> misuse = misuseOf(section, finding);
  if (!misuse)
    return {};
  Trial trial(document, section);
  std::vector<CodeAction> actions;
  auto offer = [&](const std::vector<std::vector<SectionEdit>> &ways,
                   std::string title) {
    if (auto action =
            firstThatMends(trial, section, ways, std::move(title), finding))
      actions.push_back(std::move(*action));
  };
  if (misuse->isWantedWritten)
    offer(retypings(section, misuse->user, misuse->wanted, misuse->actual),
          "Write the type that the value has: " + misuse->actual);
  std::vector<std::vector<SectionEdit>> casts = {
      castEdits(document, section, *misuse)};
  if (casts.front().empty())
    return actions;
  if (!misuse->isWantedWritten) {
    std::vector<SectionEdit> cast = std::move(casts.front());
    casts.clear();
    for (std::vector<SectionEdit> &way :
         retypings(section, misuse->user, misuse->actual, misuse->wanted)) {
      way.insert(way.begin(), cast.begin(), cast.end());
      casts.push_back(std::move(way));
    }
  }
  offer(casts, "Cast the value to " + misuse->wanted);
  return actions;
}
