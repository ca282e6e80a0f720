//===- ChangedFiles.cpp ---------------------------------------------------===//

#include "server/check/ChangedFiles.h"

#include "core/text/UserFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace shapels;
namespace fs = llvm::sys::fs;

/// What git prints; nothing, and a failure, if it fails.
static std::optional<std::string> git(llvm::ArrayRef<llvm::StringRef> words,
                                      std::string &failure) {
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName("git");
  llvm::SmallString<128> output;
  if (!program || fs::createTemporaryFile("shapels-git", "", output)) {
    failure = "there is no git";
    return std::nullopt;
  }
  llvm::FileRemover remover(output);
  llvm::SmallVector<llvm::StringRef> arguments = {"git"};
  arguments.append(words.begin(), words.end());
  std::optional<llvm::StringRef> redirects[] = {
      llvm::StringRef(""), output.str(), llvm::StringRef("")};
  if (llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, redirects)) {
    failure = "'git " + llvm::join(words, " ") + "' fails";
    return std::nullopt;
  }
  return readUserFile(std::string(output), largestText).bytes;
}

/// `names` are relative to `folder`, each with a NUL behind it.
static void addPaths(llvm::StringRef folder, llvm::StringRef names,
                     std::set<std::string> &paths) {
  for (llvm::StringRef name : llvm::split(names, '\0')) {
    llvm::SmallString<256> path(folder), real;
    llvm::sys::path::append(path, name);
    if (!name.empty() && !fs::real_path(path, real))
      paths.insert(std::string(real));
  }
}

std::optional<std::set<std::string>>
shapels::changedSince(const std::string &revision, std::string &failure) {
  auto top = git({"rev-parse", "--show-toplevel"}, failure);
  if (!top)
    return std::nullopt;
  llvm::StringRef folder = llvm::StringRef(*top).rtrim('\n');
  std::string commit = revision + "^{commit}";
  if (!git({"rev-parse", "--verify", "--quiet", "--end-of-options", commit},
           failure)) {
    failure = "git knows no such revision";
    return std::nullopt;
  }
  auto changed = git({"-C", folder, "diff", "--name-only", "-z",
                      "--diff-filter=d", "--merge-base", revision, "--"},
                     failure);
  auto fresh =
      git({"-C", folder, "ls-files", "-z", "--others", "--exclude-standard"},
          failure);
  if (!changed || !fresh)
    return std::nullopt;
  std::set<std::string> paths;
  addPaths(folder, *changed, paths);
  addPaths(folder, *fresh, paths);
  return paths;
}
