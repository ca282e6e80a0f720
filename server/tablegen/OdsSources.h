//===- OdsSources.h - Where .td files may be read from ---------*- C++ -*-===//

#ifndef SHAPELS_TABLEGEN_ODSSOURCES_H
#define SHAPELS_TABLEGEN_ODSSOURCES_H

#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// Where to look. All paths are absolute and have no links in them.
struct OdsSources {
  std::string folder;
  /// Has MLIR's own .td files.
  std::string mlirFolder;
  /// Files that the user names, which are read instead of those that would be
  /// found; and folders, which come before those that would be.
  std::vector<std::string> files, includes;
  /// Outside of `folder`, what may be read, files or folders.
  std::vector<std::string> allowed;
  /// Whether what a build of the project names may be, too.
  bool trustsBuilds = false;

  bool mayRead(const std::string &path) const;
};

/// Whether `path` is `folder` or lies in it, by their names alone.
bool isBelow(std::string_view path, std::string_view folder);

/// With all links followed; as it is where nothing is there.
std::string realPath(const std::string &path);

} // namespace shapels

#endif // SHAPELS_TABLEGEN_ODSSOURCES_H
