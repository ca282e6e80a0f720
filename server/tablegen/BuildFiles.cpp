//===- BuildFiles.cpp -----------------------------------------------------===//

#include "server/tablegen/BuildFiles.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <filesystem>

using namespace shapels;
namespace fs = std::filesystem;

/// `key: "value"`, in a line of its own.
static bool readField(llvm::StringRef line, llvm::StringRef key,
                      llvm::StringRef &value) {
  line = line.trim();
  if (!line.consume_front(key) || !line.consume_front(":"))
    return false;
  value = line.trim().trim('"');
  return true;
}

std::map<std::string, std::vector<std::string>>
shapels::includesOfFiles(std::string_view compileCommands) {
  std::map<std::string, std::vector<std::string>> result;
  std::vector<std::string> *current = nullptr;
  llvm::StringRef rest = compileCommands;
  while (!rest.empty()) {
    auto [line, behind] = rest.split('\n');
    rest = behind;
    llvm::StringRef value;
    if (readField(line, "filepath", value)) {
      current = &result[value.str()];
    } else if (current && readField(line, "includes", value)) {
      llvm::SmallVector<llvm::StringRef> folders;
      value.split(folders, ';', -1, /*KeepEmpty=*/false);
      for (llvm::StringRef folder : folders)
        current->push_back(folder.str());
    }
  }
  return result;
}

std::string shapels::mlirDirIn(std::string_view cache) {
  llvm::StringRef rest = cache;
  while (!rest.empty()) {
    auto [line, behind] = rest.split('\n');
    rest = behind;
    if (line.consume_front("MLIR_DIR:"))
      return line.split('=').second.trim().str();
  }
  return "";
}

std::vector<std::string> shapels::mlirIncludes(const std::string &mlirDir) {
  // PREFIX/lib/cmake/mlir; of a build in the repository, REPOSITORY/build is
  // the prefix.
  fs::path prefix = fs::path(mlirDir).parent_path().parent_path().parent_path();
  std::vector<std::string> found;
  for (const fs::path &folder :
       {prefix / "include", prefix.parent_path() / "mlir" / "include",
        prefix / "tools" / "mlir" / "include"}) {
    std::error_code ignored;
    if (fs::is_directory(folder / "mlir", ignored))
      found.push_back(folder.string());
  }
  return found;
}
