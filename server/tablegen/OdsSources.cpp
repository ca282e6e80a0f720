//===- OdsSources.cpp -----------------------------------------------------===//

#include "server/tablegen/OdsSources.h"

#include "llvm/ADT/STLExtras.h"

#include <filesystem>

using namespace shapels;
namespace fs = std::filesystem;

bool OdsSources::mayRead(const std::string &path) const {
  return isBelow(path, folder) ||
         llvm::any_of(allowed, [&](const std::string &each) {
           return isBelow(path, each);
         });
}

bool shapels::isBelow(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) &&
         (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string shapels::realPath(const std::string &path) {
  std::error_code error;
  fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}
