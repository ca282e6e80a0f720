//===- Fixes.cpp - Files that quick fixes have changed --------------------===//

#include "server/check/Fixes.h"

#include "core/text/UserFile.h"
#include "server/check/UnifiedDiff.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace shapels;
namespace fs = llvm::sys::fs;

/// As a whole or not at all, with the same permissions. Returns why not.
static std::string replaceFile(const std::string &path,
                               const std::string &text) {
  llvm::SmallString<256> real;
  if (std::error_code error = fs::real_path(path, real))
    return error.message();
  auto permissions = fs::getPermissions(real);
  auto temporary = fs::TempFile::create(real + ".%%%%%%");
  if (!temporary)
    return llvm::toString(temporary.takeError());
  llvm::raw_fd_ostream out(temporary->FD, /*shouldClose=*/false);
  out << text;
  out.flush();
  std::error_code error = out.error();
  out.clear_error();
  if (!error && permissions)
    error = fs::setPermissions(temporary->FD, *permissions);
  llvm::Error failure = error ? temporary->discard() : temporary->keep(real);
  std::string reason = llvm::toString(std::move(failure));
  return error ? error.message() : reason;
}

static std::string writeFix(const CheckedFile &file) {
  auto [text, failure] = readUserFile(file.path, largestText);
  if (failure.empty() && text != file.fixed->before)
    failure = "it was changed meanwhile";
  return failure.empty() ? replaceFile(file.path, file.fixed->after) : failure;
}

void shapels::writeFixes(std::vector<CheckedFile> &files) {
  for (CheckedFile &file : files)
    if (file.fixed)
      if (std::string failure = writeFix(file); !failure.empty()) {
        file.failure = "its quick fixes cannot be written: " + failure;
        file.fixed.reset();
        // They are in the text that was not written.
        file.diagnostics.clear();
      }
}

std::string shapels::fixesAsDiff(std::span<const CheckedFile> files) {
  std::string text;
  for (const CheckedFile &file : files)
    if (file.fixed)
      text += unifiedDiff(file.path, file.fixed->before, file.fixed->after);
  return text;
}

std::string shapels::fixesLine(std::span<const CheckedFile> files) {
  size_t fixes = 0, count = 0;
  for (const CheckedFile &file : files)
    if (file.fixed) {
      fixes += file.fixed->fixes;
      ++count;
    }
  if (count == 0)
    return "";
  return std::to_string(fixes) + " quick fix" + (fixes == 1 ? "" : "es") +
         " in " + std::to_string(count) + " file" + (count == 1 ? "" : "s");
}
