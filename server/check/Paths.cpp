//===- Paths.cpp ----------------------------------------------------------===//

#include "server/check/Paths.h"

#include "core/text/UserFile.h"
#include "server/check/ChangedFiles.h"
#include "server/check/GitIgnore.h"
#include "server/check/IncludedFiles.h"
#include "server/config/ConfigFile.h"
#include "server/config/ExcludePattern.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <set>

using namespace shapels;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// Collects files in any order, then sorts them once.
class Collector {
public:
  Collector(const InputOptions &options, const ConfigOptions &config)
      : options(options), included(options.include, config) {}

  /// A path that the user named.
  void addNamed(const std::string &name);
  /// Those that `--files-from` names.
  void addListed();
  void addStdin(const std::string &name) {
    inputs.push_back({name, /*isStdin=*/true, ""});
  }
  std::vector<InputFile> finish();

private:
  void addFile(std::string path, bool isFound);
  void addNamedFolder(const std::string &name);
  void addFolder(const std::string &folder, GitIgnores *ignores);
  void addEntry(const std::string &entry, fs::file_type type,
                GitIgnores *ignores);
  void dropUnchanged();
  bool isExcluded(llvm::StringRef path) const;
  void fail(const std::string &path, std::string reason) {
    inputs.push_back({path, /*isStdin=*/false, std::move(reason)});
  }

  const InputOptions &options;
  IncludedFiles included;
  std::vector<InputFile> inputs;
  /// How many files and folders were left out.
  size_t leftOut = 0;
};

/// `./a//b` -> `a/b`; `..` stays, because it may lead through a link.
std::string tidied(llvm::StringRef name) {
  llvm::SmallString<128> result(name);
  path::remove_dots(result, /*remove_dot_dot=*/false);
  return result.empty() ? "." : std::string(result);
}

/// The same for all names of one file.
std::string identity(const InputFile &file) {
  llvm::SmallString<128> real;
  if (file.isStdin)
    return "-";
  return fs::real_path(file.path, real) ? file.path : std::string(real);
}

} // namespace

void Collector::addNamed(const std::string &name) {
  fs::file_status status;
  if (std::error_code error = fs::status(name, status))
    return fail(name, error.message());
  if (status.type() != fs::file_type::directory_file)
    return addFile(tidied(name), /*isFound=*/false);
  addNamedFolder(name);
}

void Collector::addNamedFolder(const std::string &name) {
  size_t before = inputs.size() + leftOut;
  if (options.honoursGitignore) {
    GitIgnores ignores(absolutePath(name));
    addFolder(tidied(name), &ignores);
  } else {
    addFolder(tidied(name), nullptr);
  }
  if (inputs.size() + leftOut == before)
    fail(name, "no .mlir file in this folder");
}

void Collector::addListed() {
  if (options.filesFrom.empty())
    return;
  auto [text, failure] = options.filesFrom == "-"
                             ? readStandardInput(largestText)
                             : readUserFile(options.filesFrom, largestText);
  if (!failure.empty())
    return fail(options.filesFrom, failure);
  bool hasNuls = llvm::StringRef(text).contains('\0');
  for (llvm::StringRef name : llvm::split(text, hasNuls ? '\0' : '\n')) {
    name = hasNuls ? name : name.rtrim('\r');
    if (!name.empty() && fs::exists(name))
      addNamed(name.str());
  }
}

bool Collector::isExcluded(llvm::StringRef path) const {
  llvm::SmallString<256> here;
  fs::current_path(here);
  std::string absolute = absolutePath(path);
  llvm::StringRef relative = absolute;
  if (!relative.consume_front(here))
    return false;
  return llvm::any_of(options.exclude, [&](const std::string &pattern) {
    return shapels::isExcluded(pattern, relative.ltrim('/'));
  });
}

void Collector::addFile(std::string path, bool isFound) {
  if ((isFound || options.excludesNamed) && isExcluded(path))
    ++leftOut;
  else
    inputs.push_back({std::move(path), /*isStdin=*/false, "", isFound});
}

void Collector::addFolder(const std::string &folder, GitIgnores *ignores) {
  std::error_code error;
  std::string absolute = absolutePath(folder);
  included.enter(absolute);
  if (ignores)
    ignores->enter(absolute);
  fs::directory_iterator entry(folder, error, /*follow_symlinks=*/false);
  for (fs::directory_iterator end; !error && entry != end;
       entry.increment(error))
    addEntry(entry->path(), entry->type(), ignores);
  if (ignores)
    ignores->leave();
  included.leave();
  if (error)
    fail(folder, error.message());
}

void Collector::addEntry(const std::string &entry, fs::file_type type,
                         GitIgnores *ignores) {
  bool isFolder = type == fs::file_type::directory_file;
  if (path::filename(entry).starts_with(".") ||
      (!isFolder && !included.includes(absolutePath(entry))))
    return;
  if (ignores && ignores->ignores(absolutePath(entry), isFolder)) {
    ++leftOut;
    return;
  }
  if (isFolder)
    return addFolder(entry, ignores);
  fs::file_status target;
  // A link to nowhere is added all the same, to be reported as unreadable.
  if (fs::status(entry, target) || fs::is_regular_file(target))
    addFile(tidied(entry), /*isFound=*/true);
}

void Collector::dropUnchanged() {
  if (options.changedSince.empty())
    return;
  std::string failure;
  auto changed = changedSince(options.changedSince, failure);
  if (!changed)
    return fail(options.changedSince, failure);
  llvm::erase_if(inputs, [&](const InputFile &input) {
    return input.failure.empty() && !input.isStdin &&
           !changed->contains(identity(input));
  });
}

/// By what is in the file, so that it stays where it is when others come and
/// go. What cannot be read is said by one part.
static bool isOfShard(const InputFile &input, const Shard &shard) {
  std::string key = input.path;
  if (input.failure.empty())
    if (FileBytes file = readUserFile(input.path, largestText);
        file.failure.empty())
      key = std::move(file.bytes);
  return input.isStdin ||
         llvm::xxh3_64bits(key) % shard.count + 1 == shard.index;
}

std::vector<InputFile> Collector::finish() {
  dropUnchanged();
  llvm::stable_sort(inputs, [](const auto &lhs, const auto &rhs) {
    return std::pair(lhs.path, lhs.isFound) < std::pair(rhs.path, rhs.isFound);
  });
  std::set<std::string> seen;
  llvm::erase_if(inputs, [&](const InputFile &input) {
    return !seen.insert(identity(input)).second;
  });
  if (options.shard.count > 1)
    llvm::erase_if(inputs, [&](const InputFile &input) {
      return !isOfShard(input, options.shard);
    });
  return std::move(inputs);
}

std::vector<InputFile> shapels::collectInputs(const InputOptions &options,
                                              const ConfigOptions &config) {
  Collector collector(options, config);
  for (const std::string &path : options.paths)
    path == "-" ? collector.addStdin(options.stdinFilename)
                : collector.addNamed(path);
  collector.addListed();
  return collector.finish();
}

std::string shapels::readInput(const InputFile &input, std::string &failure) {
  FileBytes file = input.isStdin ? readStandardInput(largestText)
                                 : readUserFile(input.path, largestText);
  failure = std::move(file.failure);
  return std::move(file.bytes);
}
