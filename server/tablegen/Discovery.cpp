//===- Discovery.cpp ------------------------------------------------------===//

#include "server/tablegen/Discovery.h"

#include "core/text/UserFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SHA256.h"

#include <filesystem>
#include <set>

using namespace shapels;
namespace fs = std::filesystem;

namespace {

/// What is told of a file by its lines.
struct Source {
  std::vector<std::string> includes;
  bool definesOps = false;
};

class Search {
public:
  Search(std::string folder, std::string mlirFolder,
         std::vector<std::string> own, const OdsBounds &bounds)
      : folder(std::move(folder)), mlirFolder(std::move(mlirFolder)),
        own(std::move(own)), bounds(bounds) {}

  OdsProject run();

private:
  void walk();
  void read(const std::string &path);
  void link();
  void link(const std::string &path, const std::string &include);
  const std::string *find(const std::string &from,
                          const std::string &include) const;
  bool leadsToOps(const std::string &path, std::set<std::string> &seen) const;
  bool leadsToOps(const std::string &path) const {
    std::set<std::string> seen;
    return leadsToOps(path, seen);
  }
  OdsProject::File withIncludes(const std::string &path) const;

  std::string folder, mlirFolder;
  std::vector<std::string> own;
  OdsBounds bounds;
  OdsProject project;
  uint64_t bytes = 0;
  /// By path below the folder.
  std::map<std::string, Source> sources;
  /// Paths that end with the same file name.
  std::map<std::string, std::vector<std::string>> byName;
  std::map<std::string, std::set<std::string>> edges;
  /// Folders from which includes start, and how many do.
  std::map<std::string, size_t> starts;
  llvm::SHA256 hash;
};

} // namespace

static std::string nameOf(llvm::StringRef path) {
  return path.substr(path.rfind('/') + 1).str();
}
static std::string folderOf(llvm::StringRef path) {
  return path.contains('/') ? path.rsplit('/').first.str() : "";
}

static bool mayHaveOds(llvm::StringRef name) {
  return name.contains(".td") || name.ends_with(".inc");
}

/// `include "..."` at the start of a line.
static std::optional<std::string> includeIn(llvm::StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("include"))
    return std::nullopt;
  line = line.ltrim();
  if (!line.consume_front("\""))
    return std::nullopt;
  return line.take_until([](char c) { return c == '"'; }).str();
}

/// `def X : My_Op<...`, where the class is named for ops.
static bool definesOp(llvm::StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("def ") && !line.consume_front("defm "))
    return false;
  auto [name, rest] = line.split(':');
  llvm::StringRef parent =
      rest.trim().take_until([](char c) { return c == '<'; }).trim();
  bool isClass =
      !parent.empty() && rest.contains('<') &&
      llvm::all_of(parent, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  return isClass &&
         (parent.contains_insensitive("op") || parent.contains("Inst"));
}

/// Regular files of the folder whose names speak for it; not in what is hidden,
/// nor in what a build made.
void Search::walk() {
  std::error_code error;
  size_t entries = 0;
  auto options = fs::directory_options::skip_permission_denied;
  fs::recursive_directory_iterator at(folder, options, error), end;
  std::vector<std::string> found;
  for (; !error && at != end; at.increment(error)) {
    if (++entries > bounds.mostEntries) {
      project.bound = "only the first " + std::to_string(bounds.mostEntries) +
                      " files and folders were looked at";
      break;
    }
    std::string name = at->path().filename().string();
    std::error_code ignored;
    if (at->is_directory(ignored)) {
      bool isBuild = name == "node_modules" ||
                     fs::exists(at->path() / "CMakeCache.txt", ignored);
      if (name.starts_with('.') || isBuild || at->is_symlink(ignored))
        at.disable_recursion_pending();
    } else if (mayHaveOds(name) && at->is_regular_file(ignored)) {
      found.push_back(at->path().string().substr(folder.size() + 1));
    }
  }
  llvm::sort(found);
  for (const std::string &path : found)
    read(path);
}

void Search::read(const std::string &path) {
  bool isFull = sources.size() >= bounds.mostFiles || bytes > bounds.mostBytes;
  if (isFull && project.bound.empty())
    project.bound = "only the first " + std::to_string(sources.size()) +
                    " .td files were read";
  if (isFull)
    return;
  FileBytes file = readUserFile(folder + "/" + path, bounds.mostBytesOfFile);
  if (!file.failure.empty())
    return;
  const std::string &text = file.bytes;
  bytes += text.size();
  hash.update(path + "\n" + std::to_string(text.size()) + "\n" + text);
  Source &source = sources[path];
  llvm::StringRef rest = text;
  while (!rest.empty()) {
    auto [line, behind] = rest.split('\n');
    if (std::optional<std::string> include = includeIn(line))
      source.includes.push_back(*include);
    source.definesOps |= definesOp(line);
    rest = behind;
  }
  byName[nameOf(path)].push_back(path);
}

static size_t commonPrefix(llvm::StringRef a, llvm::StringRef b) {
  size_t size = 0;
  while (size < a.size() && size < b.size() && a[size] == b[size])
    ++size;
  return size;
}

/// The file that is meant: the one beside, else the nearest of those whose path
/// ends so. Null if there is none.
const std::string *Search::find(const std::string &from,
                                const std::string &include) const {
  std::string beside =
      (fs::path(folderOf(from)) / include).lexically_normal().string();
  if (auto found = sources.find(beside); found != sources.end())
    return &found->first;
  auto alike = byName.find(nameOf(include));
  const std::string *best = nullptr;
  for (const std::string &path :
       alike == byName.end() ? std::vector<std::string>() : alike->second) {
    if (path != include && !llvm::StringRef(path).ends_with("/" + include))
      continue;
    auto rank = [&](const std::string &each) {
      return std::pair(commonPrefix(each, from), -each.size());
    };
    if (!best || rank(*best) < rank(path))
      best = &sources.find(path)->first;
  }
  return best;
}

void Search::link(const std::string &path, const std::string &include) {
  const std::string *meant = find(path, include);
  if (!meant) {
    std::error_code ignored;
    if (!fs::exists(fs::path(mlirFolder) / include, ignored))
      project.missing.push_back(include);
    return;
  }
  edges[path].insert(*meant);
  bool isBelow = llvm::StringRef(*meant).ends_with(include);
  std::string start = isBelow ? meant->substr(0, meant->size() - include.size())
                              : folderOf(path);
  ++starts[llvm::StringRef(start).rtrim('/').str()];
}

void Search::link() {
  for (const auto &[path, source] : sources)
    for (const std::string &include : source.includes)
      link(path, include);
  llvm::sort(project.missing);
  project.missing.erase(llvm::unique(project.missing), project.missing.end());
}

bool Search::leadsToOps(const std::string &path,
                        std::set<std::string> &seen) const {
  if (!seen.insert(path).second)
    return false;
  if (sources.at(path).definesOps)
    return true;
  auto found = edges.find(path);
  return found != edges.end() &&
         llvm::any_of(found->second, [&](const std::string &next) {
           return leadsToOps(next, seen);
         });
}

/// Its own folder, what the user names, the folders that were found, the
/// nearest first, and MLIR's.
OdsProject::File Search::withIncludes(const std::string &path) const {
  std::vector<std::pair<std::string, size_t>> found(starts.begin(),
                                                    starts.end());
  llvm::stable_sort(found, [&](const auto &a, const auto &b) {
    auto rank = [&](const auto &start) {
      return std::pair(commonPrefix(start.first + "/", path), start.second);
    };
    return rank(b) < rank(a);
  });
  OdsProject::File file{folder + "/" + path, {}};
  auto add = [&](const std::string &below) {
    std::string absolute = below.empty() ? folder : folder + "/" + below;
    if (!llvm::is_contained(file.includes, absolute))
      file.includes.push_back(absolute);
  };
  add(folderOf(path));
  llvm::append_range(file.includes, own);
  for (const auto &[start, count] : found)
    add(start);
  file.includes.push_back(mlirFolder);
  return file;
}

OdsProject Search::run() {
  walk();
  link();
  std::set<std::string> included;
  for (const auto &[path, targets] : edges)
    included.insert(targets.begin(), targets.end());
  for (const auto &[path, source] : sources) {
    if (!leadsToOps(path))
      continue;
    bool isRoot =
        !included.contains(path) && llvm::StringRef(path).ends_with(".td");
    OdsProject::File file = withIncludes(path);
    if (auto found = edges.find(path); found != edges.end())
      for (const std::string &target : found->second)
        if (leadsToOps(target))
          project.included[file.path].push_back(withIncludes(target));
    if (isRoot)
      project.roots.push_back(std::move(file));
  }
  for (const std::string &each : own)
    hash.update("include " + each + "\n");
  hash.update(mlirFolder);
  project.key = llvm::toHex(hash.final(), /*LowerCase=*/true);
  return std::move(project);
}

OdsProject shapels::findOds(const std::string &folder,
                            const std::string &mlirFolder,
                            const std::vector<std::string> &includes,
                            const OdsBounds &bounds) {
  return Search(folder, mlirFolder, includes, bounds).run();
}
