//===- Discovery.cpp ------------------------------------------------------===//

#include "server/tablegen/Discovery.h"

#include "core/text/UserFile.h"
#include "server/tablegen/BuildFiles.h"

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
  Search(const OdsSources &given, const OdsBounds &bounds)
      : given(given), folder(given.folder), bounds(bounds) {}

  OdsProject run();

private:
  void walk();
  void read(const std::string &path);
  void readBuilds();
  const std::string &judge(const std::string &named);
  void trust(std::vector<std::string> &folders);
  void link();
  void link(const std::string &path, const std::string &include);
  const std::string *find(const std::string &from,
                          const std::string &include) const;
  bool isElsewhere(const std::string &include) const;
  void reach(const std::string &path, std::set<std::string> &reached) const;
  std::vector<std::string> definingFrom(const std::string &path) const;
  bool leadsToOps(const std::string &path) const {
    return !definingFrom(path).empty();
  }
  std::vector<std::string> foundNear(llvm::StringRef path) const;
  OdsProject::File withIncludes(const std::string &path) const;

  const OdsSources &given;
  const std::string &folder;
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
  /// Folders with a CMakeCache.txt; and what they say of include folders, by
  /// the including file, and of where MLIR is.
  std::vector<std::string> builds;
  std::map<std::string, std::vector<std::string>> told;
  std::vector<std::string> toldMlir;
  /// What they name, and its real path where it may be read.
  std::map<std::string, std::string> judged;
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
  // LLVM's command lines are written in TableGen, too.
  bool isOfCommandLine = parent.contains("Option");
  return isClass && !isOfCommandLine &&
         (parent.contains_insensitive("op") || parent.contains("Inst"));
}

/// Regular files of the folder whose names speak for it; not in what is hidden,
/// nor in what a build made.
void Search::walk() {
  std::error_code error;
  if (fs::exists(folder + "/CMakeCache.txt", error))
    builds.push_back(folder);
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
      bool isLink = at->is_symlink(ignored);
      bool isBuild =
          !isLink && fs::exists(at->path() / "CMakeCache.txt", ignored);
      if (isBuild)
        builds.push_back(at->path().string());
      if (name.starts_with('.') || name == "node_modules" || isBuild || isLink)
        at.disable_recursion_pending();
    } else if (mayHaveOds(name) && at->is_regular_file(ignored) &&
               given.mayRead(realPath(at->path().string()))) {
      found.push_back(at->path().string().substr(folder.size() + 1));
    }
  }
  llvm::sort(found);
  for (const std::string &path : found)
    read(path);
  llvm::sort(builds);
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

/// Its real path; empty if nothing is there that may be read.
const std::string &Search::judge(const std::string &named) {
  auto [found, isNew] = judged.try_emplace(named);
  std::error_code ignored;
  if (!isNew || !fs::is_directory(named, ignored))
    return found->second;
  std::string real = realPath(named);
  bool isOutside = !given.mayRead(real) && !isBelow(real, given.mlirFolder);
  project.hasUntrusted |= isOutside && !given.trustsBuilds;
  if (isOutside && !given.trustsBuilds)
    return found->second;
  if (isOutside && !llvm::is_contained(project.trusted, real))
    project.trusted.push_back(real);
  return found->second = real;
}

/// Leaves what is there and may be read.
void Search::trust(std::vector<std::string> &folders) {
  std::vector<std::string> kept;
  for (const std::string &each : folders)
    if (const std::string &real = judge(each);
        !real.empty() && !llvm::is_contained(kept, real))
      kept.push_back(real);
  folders = std::move(kept);
}

void Search::readBuilds() {
  for (const std::string &build : builds) {
    std::string commands =
        readUserFile(build + "/tablegen_compile_commands.yml", largestSmallFile)
            .bytes;
    std::string mlir = mlirDirIn(
        readUserFile(build + "/CMakeCache.txt", largestSmallFile).bytes);
    hash.update(commands + "\n" + mlir + "\n");
    for (auto &[file, folders] : includesOfFiles(commands))
      llvm::append_range(told[realPath(file)], folders);
    if (!mlir.empty())
      llvm::append_range(toldMlir, mlirIncludes(mlir));
  }
  for (auto &[file, folders] : told)
    trust(folders);
  trust(toldMlir);
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

bool Search::isElsewhere(const std::string &include) const {
  auto has = [&](const std::string &start) {
    std::error_code ignored;
    return fs::exists(fs::path(start) / include, ignored);
  };
  return has(given.mlirFolder) || llvm::any_of(given.includes, has) ||
         llvm::any_of(judged, [&](const auto &each) {
           return !each.second.empty() && has(each.second);
         });
}

void Search::link(const std::string &path, const std::string &include) {
  const std::string *meant = find(path, include);
  if (!meant) {
    if (!isElsewhere(include))
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

/// Itself and what it includes, as far as that is found.
void Search::reach(const std::string &path,
                   std::set<std::string> &reached) const {
  if (!reached.insert(path).second)
    return;
  if (auto found = edges.find(path); found != edges.end())
    for (const std::string &next : found->second)
      reach(next, reached);
}

std::vector<std::string> Search::definingFrom(const std::string &path) const {
  std::set<std::string> reached;
  reach(path, reached);
  std::vector<std::string> result;
  for (const std::string &each : reached)
    if (sources.at(each).definesOps)
      result.push_back(folder + "/" + each);
  return result;
}

/// The folders that were found, the nearest first.
std::vector<std::string> Search::foundNear(llvm::StringRef path) const {
  std::vector<std::pair<std::string, size_t>> found(starts.begin(),
                                                    starts.end());
  llvm::stable_sort(found, [&](const auto &a, const auto &b) {
    auto rank = [&](const auto &start) {
      return std::pair(commonPrefix(start.first + "/", path), start.second);
    };
    return rank(b) < rank(a);
  });
  std::vector<std::string> result;
  for (const auto &[start, count] : found)
    result.push_back(start.empty() ? folder : folder + "/" + start);
  return result;
}

/// Its own folder, what the user names, what a build says, the folders that
/// were found, and MLIR's.
OdsProject::File Search::withIncludes(const std::string &path) const {
  auto add = [](std::vector<std::string> &to,
                const std::vector<std::string> &more) {
    for (const std::string &each : more)
      if (!llvm::is_contained(to, each))
        to.push_back(each);
  };
  llvm::StringRef relative = path;
  if (isBelow(path, folder))
    relative = relative.drop_front(folder.size()).ltrim('/');
  std::vector<std::string> near = foundNear(relative);
  OdsProject::File file{path, {folderOf(path)}, {}, {}};
  add(file.includes, given.includes);
  file.otherwise = file.includes;
  auto ownTold = told.find(path);
  if (ownTold != told.end())
    add(file.includes, ownTold->second);
  add(file.includes, near);
  add(file.includes, toldMlir);
  for (std::vector<std::string> *all : {&file.includes, &file.otherwise}) {
    add(*all, near);
    add(*all, {given.mlirFolder});
  }
  if (file.otherwise == file.includes)
    file.otherwise.clear();
  return file;
}

OdsProject Search::run() {
  walk();
  readBuilds();
  link();
  std::set<std::string> included;
  for (const auto &[path, targets] : edges)
    included.insert(targets.begin(), targets.end());
  for (const auto &[path, source] : sources) {
    std::vector<std::string> defining = definingFrom(path);
    if (defining.empty())
      continue;
    bool isRoot = given.files.empty() && !included.contains(path) &&
                  llvm::StringRef(path).ends_with(".td");
    OdsProject::File file = withIncludes(folder + "/" + path);
    if (auto found = edges.find(path); found != edges.end())
      for (const std::string &target : found->second)
        if (leadsToOps(target))
          project.included[file.path].push_back(
              withIncludes(folder + "/" + target));
    file.defining = std::move(defining);
    if (isRoot)
      project.roots.push_back(std::move(file));
  }
  for (const std::string &file : given.files) {
    project.roots.push_back(withIncludes(file));
    hash.update("file " + file + "\n");
  }
  for (const std::string &each : given.includes)
    hash.update("include " + each + "\n");
  for (const std::string &each : project.trusted)
    hash.update("trusted " + each + "\n");
  // Definitions say where they stand.
  hash.update("folder " + folder + "\n");
  hash.update(given.mlirFolder);
  project.key = llvm::toHex(hash.final(), /*LowerCase=*/true);
  return std::move(project);
}

OdsProject shapels::findOds(const OdsSources &sources,
                            const OdsBounds &bounds) {
  return Search(sources, bounds).run();
}
