//===- Paths.cpp ----------------------------------------------------------===//

#include "server/check/Paths.h"

#include "core/text/UserFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <set>

using namespace shapels;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// Collects files in any order, then sorts them once.
class Collector {
public:
  /// A path that the user named.
  void addNamed(const std::string &name);
  void addStdin(const std::string &name) {
    inputs.push_back({name, /*isStdin=*/true, ""});
  }
  std::vector<InputFile> finish();

private:
  void addFile(std::string path, bool isFound) {
    inputs.push_back({std::move(path), /*isStdin=*/false, "", isFound});
  }
  void addFolder(const std::string &folder);
  void addEntry(const std::string &entry, fs::file_type type);
  void fail(const std::string &path, std::string reason) {
    inputs.push_back({path, /*isStdin=*/false, std::move(reason)});
  }

  std::vector<InputFile> inputs;
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
  size_t before = inputs.size();
  addFolder(tidied(name));
  if (inputs.size() == before)
    fail(name, "no .mlir file in this folder");
}

void Collector::addFolder(const std::string &folder) {
  std::error_code error;
  fs::directory_iterator entry(folder, error, /*follow_symlinks=*/false);
  for (fs::directory_iterator end; !error && entry != end;
       entry.increment(error))
    addEntry(entry->path(), entry->type());
  if (error)
    fail(folder, error.message());
}

void Collector::addEntry(const std::string &entry, fs::file_type type) {
  if (path::filename(entry).starts_with("."))
    return;
  if (type == fs::file_type::directory_file)
    return addFolder(entry);
  if (path::extension(entry) != ".mlir")
    return;
  fs::file_status target;
  // A link to nowhere is added all the same, to be reported as unreadable.
  if (fs::status(entry, target) || fs::is_regular_file(target))
    addFile(tidied(entry), /*isFound=*/true);
}

std::vector<InputFile> Collector::finish() {
  llvm::stable_sort(inputs, [](const auto &lhs, const auto &rhs) {
    return std::pair(lhs.path, lhs.isFound) < std::pair(rhs.path, rhs.isFound);
  });
  std::set<std::string> seen;
  llvm::erase_if(inputs, [&](const InputFile &input) {
    return !seen.insert(identity(input)).second;
  });
  return std::move(inputs);
}

std::vector<InputFile>
shapels::collectInputs(std::span<const std::string> paths,
                       const std::string &stdinFilename) {
  Collector collector;
  for (const std::string &path : paths)
    path == "-" ? collector.addStdin(stdinFilename) : collector.addNamed(path);
  return collector.finish();
}

std::string shapels::readInput(const InputFile &input, std::string &failure) {
  FileBytes file = input.isStdin ? readStandardInput(largestText)
                                 : readUserFile(input.path, largestText);
  failure = std::move(file.failure);
  return std::move(file.bytes);
}
