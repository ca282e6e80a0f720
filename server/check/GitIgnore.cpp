//===- GitIgnore.cpp ------------------------------------------------------===//

#include "server/check/GitIgnore.h"

#include "core/text/UserFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <iterator>
#include <utility>

using namespace shapels;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

/// The places in a name up to which a pattern, as far as it was read, matches.
/// All are followed at once, so no pattern takes long.
class Ends {
public:
  explicit Ends(llvm::StringRef name) : name(name), at(name.size() + 1, false) {
    at[0] = true;
  }

  /// Any folders, or none.
  void skipFolders() {
    bool isAny = false;
    for (size_t i = 0; i < at.size(); ++i) {
      bool was = at[i];
      at[i] = was || (isAny && name[i - 1] == '/');
      isAny |= was;
    }
  }
  void skipAny(bool crossesFolders) {
    for (size_t i = 0; i < name.size(); ++i)
      if (at[i] && (crossesFolders || name[i] != '/'))
        at[i + 1] = true;
  }
  void step(llvm::function_ref<bool(char)> isMeant) {
    std::vector<bool> next(at.size(), false);
    for (size_t i = 0; i < name.size(); ++i)
      next[i + 1] = at[i] && isMeant(name[i]);
    at = std::move(next);
  }
  bool isWhole() const { return at.back(); }

private:
  llvm::StringRef name;
  std::vector<bool> at;
};

} // namespace

/// Behind a `[`: whether `c` is of the class.
static bool isInClass(llvm::StringRef elements, char c) {
  bool isNegated = elements.consume_front("!") || elements.consume_front("^");
  for (; !elements.empty(); elements = elements.drop_front()) {
    bool isRange = elements.size() > 2 && elements[1] == '-';
    char last = isRange ? elements[2] : elements[0];
    if (elements[0] <= c && c <= last)
      return !isNegated;
    if (isRange)
      elements = elements.drop_front(2);
  }
  return isNegated && c != '/';
}

/// One character that the pattern describes.
static void takeElement(llvm::StringRef &pattern, Ends &ends) {
  size_t close = pattern.find(']', 2);
  if (pattern.front() == '[' && close != pattern.npos) {
    llvm::StringRef elements = pattern.slice(1, close);
    ends.step([&](char c) { return isInClass(elements, c); });
    pattern = pattern.drop_front(close + 1);
    return;
  }
  bool isAny = pattern.front() == '?';
  if (pattern.front() == '\\' && pattern.size() > 1)
    pattern = pattern.drop_front();
  char wanted = pattern.front();
  ends.step([&](char c) { return isAny ? c != '/' : c == wanted; });
  pattern = pattern.drop_front();
}

static bool matchesRule(llvm::StringRef pattern, llvm::StringRef name) {
  Ends ends(name);
  while (!pattern.empty()) {
    if (pattern.consume_front("**/")) {
      ends.skipFolders();
    } else if (pattern.front() == '*') {
      ends.skipAny(/*crossesFolders=*/pattern.starts_with("**"));
      pattern = pattern.ltrim('*');
    } else {
      takeElement(pattern, ends);
    }
  }
  return ends.isWhole();
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Without the blanks at its end, but for one behind a backslash.
static llvm::StringRef withoutBlanks(llvm::StringRef line) {
  line = line.rtrim('\r');
  while (line.ends_with(" ") && !line.ends_with("\\ "))
    line = line.drop_back();
  return line;
}

GitIgnore::GitIgnore(std::string_view text) {
  for (llvm::StringRef line : llvm::split(llvm::StringRef(text), '\n')) {
    line = withoutBlanks(line);
    if (line.empty() || line.front() == '#')
      continue;
    Rule rule;
    rule.isKept = line.consume_front("!");
    rule.isForFolders = line.consume_back("/");
    rule.isAnchored = line.contains('/');
    rule.pattern = line.ltrim('/').str();
    if (!rule.pattern.empty())
      rules.push_back(std::move(rule));
  }
}

std::optional<bool> GitIgnore::ignores(std::string_view name,
                                       bool isFolder) const {
  for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {
    if (rule->isForFolders && !isFolder)
      continue;
    llvm::StringRef own =
        rule->isAnchored ? llvm::StringRef(name) : path::filename(name);
    if (matchesRule(rule->pattern, own))
      return !rule->isKept;
  }
  return std::nullopt;
}

GitIgnores::GitIgnores(const std::string &folder) {
  std::vector<std::string> folders;
  for (llvm::StringRef at = folder; !at.empty() && !isInRepository;
       at = path::parent_path(at)) {
    folders.push_back(at.str());
    isInRepository = fs::exists(at + "/.git");
  }
  for (auto at = folders.rbegin(); at != std::prev(folders.rend()); ++at)
    enter(*at);
}

void GitIgnores::enter(const std::string &folder) {
  std::string text;
  if (isInRepository)
    text = readUserFile(folder + "/.gitignore", largestSmallFile).bytes;
  files.push_back({folder, GitIgnore(text)});
}

bool GitIgnores::ignores(std::string_view name, bool isFolder) const {
  for (auto file = files.rbegin(); file != files.rend(); ++file) {
    llvm::StringRef relative = name;
    if (!relative.consume_front(file->folder))
      continue;
    if (auto said = file->rules.ignores(relative.ltrim('/'), isFolder))
      return *said;
  }
  return false;
}
