//===- WorkspaceIndex.cpp - The MLIR files of a workspace -----------------===//

#include "server/lsp/WorkspaceIndex.h"

#include "core/ir/context/Dialects.h"
#include "core/syntax/Sections.h"
#include "core/text/UserFile.h"
#include "server/protocol/Uri.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>

using namespace shapels;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static std::optional<FileState>
stateOf(const std::filesystem::directory_entry &entry) {
  std::error_code failed;
  bool isFile = entry.is_regular_file(failed);
  auto modified = entry.last_write_time(failed);
  uint64_t size = isFile ? entry.file_size(failed) : 0;
  if (!isFile || failed)
    return std::nullopt;
  return FileState{modified.time_since_epoch().count(), size};
}

static void addFiles(const std::string &folder, WorkspaceIndex::Files &files) {
  namespace fs = std::filesystem;
  std::error_code failed;
  fs::recursive_directory_iterator at(
      folder, fs::directory_options::skip_permission_denied, failed);
  for (; !failed && at != fs::recursive_directory_iterator();
       at.increment(failed)) {
    std::string name = at->path().filename().string();
    std::error_code ignored;
    if (name.starts_with('.')) {
      if (at->is_directory(ignored))
        at.disable_recursion_pending();
    } else if (name.ends_with(".mlir")) {
      if (auto state = stateOf(*at))
        files.emplace(at->path().string(), *state);
    }
  }
}

void WorkspaceIndex::start(std::vector<std::string> rootUris,
                           PositionEncoding wanted, bool watched) {
  roots = std::move(rootUris);
  encoding = wanted;
  isWatched = watched;
}

const WorkspaceIndex::Files &WorkspaceIndex::findFiles() {
  if (!isStale.exchange(false) && isWatched)
    return known;
  known.clear();
  for (const std::string &root : roots)
    if (std::optional<std::string> folder = lsp::filePath(root))
      addFiles(*folder, known);
  return known;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static void addSymbols(const std::vector<OutlineSymbol> &symbols,
                       const std::string &container, const TextBuffer &text,
                       PositionEncoding encoding,
                       std::vector<WorkspaceSymbol> &result) {
  for (const OutlineSymbol &symbol : symbols) {
    bool isNamed = symbol.name != symbol.detail;
    if (isNamed)
      result.push_back({symbol.name, container, symbol.kind,
                        text.positions(symbol.nameRange, encoding)});
    addSymbols(symbol.children, isNamed ? symbol.name : container, text,
               encoding, result);
  }
}

static std::vector<WorkspaceSymbol> symbolsOfFile(const std::string &path,
                                                  PositionEncoding encoding) {
  std::vector<WorkspaceSymbol> result;
  TextBuffer text(readUserFile(path, largestText).bytes);
  for (DocumentRange range :
       sectionsOf(text.text(), factsOf(text.text()).splitsAtRules)) {
    TextSpan part(text, range);
    DocumentRange border = text.lineRange(text.lineOf(range.begin));
    if (range.begin.value > 0 &&
        !isMlirBehind(text.slice({border.begin, range.begin})))
      continue;
    Outline outline(Dialects::upstream().ops(), part);
    addSymbols(symbolsOf(outline, part), {}, text, encoding, result);
  }
  return result;
}

void WorkspaceIndex::update(const Progress &progress) {
  const Files &now = findFiles();
  std::erase_if(entries,
                [&](const auto &entry) { return !now.contains(entry.first); });
  std::vector<const Files::value_type *> toRead;
  for (const Files::value_type &file : now)
    if (auto entry = entries.find(file.first);
        entry == entries.end() || entry->second.state != file.second)
      toRead.push_back(&file);
  for (size_t i = 0; i < toRead.size(); ++i) {
    const auto &[path, state] = *toRead[i];
    entries[path] = {state, symbolsOfFile(path, encoding)};
    progress(i + 1, toRead.size());
  }
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

static std::string lowered(std::string_view text) {
  std::string result(text);
  for (char &c : result)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// The lower the better; nothing for no match. All in lower case.
static std::optional<int> rankOf(std::string_view name,
                                 std::string_view query) {
  if (name.starts_with(query))
    return name.size() == query.size() ? 0 : 1;
  if (name.find(query) != name.npos)
    return 2;
  for (char c : query) {
    size_t at = name.find(c);
    if (at == name.npos)
      return std::nullopt;
    name.remove_prefix(at + 1);
  }
  return 3;
}

std::vector<WorkspaceIndex::Match> WorkspaceIndex::find(std::string_view query,
                                                        size_t most) const {
  if (query.starts_with('@'))
    query.remove_prefix(1);
  std::string wanted = lowered(query);
  std::vector<std::pair<int, Match>> found;
  for (const auto &[path, entry] : entries)
    for (const WorkspaceSymbol &symbol : entry.symbols)
      if (auto rank = rankOf(lowered(symbol.name), wanted))
        found.push_back({*rank, {&path, &symbol}});
  std::ranges::stable_sort(found, {},
                           [](const auto &each) { return each.first; });
  found.resize(std::min(found.size(), most));
  std::vector<Match> result;
  for (const auto &[rank, match] : found)
    result.push_back(match);
  return result;
}
