//===- Sections.cpp -------------------------------------------------------===//

#include "core/syntax/Sections.h"
#include "core/syntax/Lexer.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

using namespace shapels;

namespace {

constexpr std::string_view rule = "// -----";
/// What MLIR prints in front of the IR between passes.
constexpr std::string_view passTitle = "// -----// IR Dump ";
constexpr std::string_view partTitle = "//---";
constexpr std::string_view runMark = "RUN:";

std::string_view lineAt(std::string_view text, size_t at) {
  return text.substr(at, std::min(text.find_first_of("\r\n", at), text.size()) -
                             at);
}

bool startsLine(std::string_view text, size_t at) {
  return at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
}

bool isWordPart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/// The name in a line that begins a part; nothing if it does not.
std::optional<std::string_view> partIn(std::string_view line) {
  if (!line.starts_with(partTitle))
    return std::nullopt;
  line.remove_prefix(partTitle.size());
  size_t begin = line.find_first_not_of(" \t");
  // Without a blank it is a rule of dashes.
  if (begin == 0 || begin == line.npos)
    return std::nullopt;
  size_t end = line.find_last_not_of(" \t");
  return line.substr(begin, end + 1 - begin);
}

/// Whether a border is at `at`, where two slashes begin.
bool isBorder(std::string_view text, size_t at, bool splitsAtRules) {
  std::string_view line = lineAt(text, at);
  if (startsLine(text, at) && (partIn(line) || line.starts_with(passTitle)))
    return true;
  return splitsAtRules && line.starts_with(rule) &&
         line.find_first_not_of(" \t", rule.size()) == line.npos &&
         isInComment(text, {static_cast<uint32_t>(at)});
}

/// The first word of a text, which is dropped from it.
std::string_view takeWord(std::string_view &text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  return word;
}

/// Whether the command begins by a tool that reads the file, and fails. What
/// only looks into texts is none.
bool isFailing(std::string_view command) {
  static constexpr std::string_view lookers[] = {"FileCheck", "grep",  "diff",
                                                 "cmp",       "count", "test"};
  command = command.substr(0, command.find_first_of("|&;>"));
  if (takeWord(command) != "not")
    return false;
  std::string_view tool = takeWord(command);
  while (tool.starts_with('-'))
    tool = takeWord(command);
  return command.find("%s") != command.npos &&
         std::ranges::find(lookers, tool) == std::end(lookers);
}

/// Adds what the command in a RUN line says.
class RunLines {
public:
  void add(std::string_view command) {
    addToFirst(command);
    isAny = true;
    splits |= command.find("split-input-file") != command.npos;
    hasPlugin |= command.find("plugin") != command.npos ||
                 command.find("irdl-file") != command.npos;
    static constexpr std::string_view own = "mlir-opt", ending = "-opt";
    for (size_t at = 0; (at = command.find(ending, at)) != command.npos;) {
      at += ending.size();
      if (at < command.size() && isWordPart(command[at]))
        continue;
      size_t begin = at;
      while (begin > 0 && isWordPart(command[begin - 1]))
        --begin;
      bool isOwn = command.substr(begin, at - begin) == own;
      (isOwn ? hasMlirOpt : hasOther) = true;
    }
  }

  FileFacts facts() const {
    return {!isAny || splits, hasMlirOpt && !hasOther && !hasPlugin, false,
            isFailing(first)};
  }

private:
  /// A line that ends in a backslash goes on in the next one.
  void addToFirst(std::string_view command) {
    if (isAny && !first.ends_with('\\'))
      return;
    if (isAny)
      first.back() = ' ';
    first += command;
    first.erase(first.find_last_not_of(" \t") + 1);
  }

  std::string first;
  bool isAny = false, splits = false, hasPlugin = false;
  bool hasMlirOpt = false, hasOther = false;
};

} // namespace

FileFacts shapels::factsOf(std::string_view text) {
  RunLines runs;
  for (size_t at = 0; (at = text.find(runMark, at)) != text.npos;) {
    bool isWord = at == 0 || !isWordPart(text[at - 1]);
    at += runMark.size();
    if (isWord)
      runs.add(lineAt(text, at));
  }
  FileFacts facts = runs.facts();
  for (size_t at = 0;
       !facts.hasParts && (at = text.find(partTitle, at)) != text.npos;
       at += partTitle.size())
    facts.hasParts = startsLine(text, at) && partIn(lineAt(text, at));
  return facts;
}

bool shapels::mayTellOfFile(std::string_view lines) {
  return lines.find("---") != lines.npos || lines.find(runMark) != lines.npos;
}

std::vector<DocumentRange> shapels::sectionsOf(std::string_view text,
                                               bool splitsAtRules) {
  std::vector<DocumentRange> sections;
  uint32_t begin = 0;
  for (size_t at = 0; (at = text.find("---", at)) != text.npos;) {
    // The dashes of a border stand behind two slashes, and one blank at most.
    size_t slashes = at - (at > 0 && text[at - 1] == ' ');
    at += 3;
    if (slashes < 2 || !isBorder(text, slashes - 2, splitsAtRules)) {
      at = std::min(text.find_first_not_of('-', at), text.size());
      continue;
    }
    auto end = static_cast<uint32_t>(
        std::min(text.find_first_of("\r\n", at), text.size()));
    at = end;
    sections.push_back({{begin}, {end}});
    begin = end;
  }
  sections.push_back({{begin}, {static_cast<uint32_t>(text.size())}});
  return sections;
}

bool shapels::isMlirBehind(std::string_view border) {
  std::optional<std::string_view> name = partIn(border);
  if (!name)
    return true;
  size_t dot = name->rfind('.');
  return dot == name->npos || name->substr(dot) == ".mlir";
}
