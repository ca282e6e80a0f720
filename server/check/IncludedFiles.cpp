//===- IncludedFiles.cpp --------------------------------------------------===//

#include "server/check/IncludedFiles.h"

#include "core/text/Glob.h"
#include "server/config/ConfigFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace shapels;
namespace path = llvm::sys::path;

IncludedFiles::IncludedFiles(const std::vector<std::string> &patterns,
                             const ConfigOptions &config)
    : config(config) {
  std::string here = absolutePath(".");
  for (const std::string &pattern : patterns)
    own.push_back({here, pattern});
}

/// By the files that hold there.
IncludedFiles::Patterns
IncludedFiles::patternsOf(const std::string &folder) const {
  Patterns patterns = own;
  std::string nearest = configPathOf(folder + "/any", config);
  for (const ConfigFile &file : readConfigFiles(nearest, config))
    for (const std::string &pattern : file.settings.include)
      patterns.push_back({path::parent_path(file.path).str(), pattern});
  return patterns;
}

void IncludedFiles::enter(const std::string &folder) {
  llvm::SmallString<256> ownFile(folder);
  path::append(ownFile, configFileName);
  bool isOther =
      folders.empty() || (config.findsFiles && llvm::sys::fs::exists(ownFile));
  folders.push_back(isOther ? patternsOf(folder) : folders.back());
}

/// A pattern without a slash is about the file's name.
static bool matches(llvm::StringRef pattern, llvm::StringRef relative) {
  bool isPath = pattern.contains('/');
  pattern.consume_front("./");
  return matchesGlob(pattern.ltrim('/'),
                     isPath ? relative : path::filename(relative));
}

bool IncludedFiles::includes(std::string_view file) const {
  return path::extension(file) == ".mlir" ||
         llvm::any_of(folders.back(), [&](const Pattern &pattern) {
           llvm::StringRef relative = file;
           return relative.consume_front(pattern.folder) &&
                  matches(pattern.text, relative.ltrim('/'));
         });
}
