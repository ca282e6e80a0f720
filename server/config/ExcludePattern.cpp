//===- ExcludePattern.cpp -------------------------------------------------===//

#include "server/config/ExcludePattern.h"

#include "core/text/Glob.h"

#include "llvm/ADT/StringRef.h"

using namespace shapels;

bool shapels::isExcluded(std::string_view text, std::string_view name) {
  llvm::StringRef pattern = text, file = name;

  bool isAnchored = pattern.rtrim('/').contains('/');
  pattern = pattern.trim('/');
  pattern.consume_front("./");
  for (size_t end = 0, begin = 0; end != file.npos; begin = end + 1) {
    end = file.find('/', begin);
    llvm::StringRef part = file.slice(isAnchored ? 0 : begin, end);
    if (matchesGlob(pattern, part))
      return true;
  }
  return false;
}
