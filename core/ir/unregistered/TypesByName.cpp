//===- TypesByName.cpp ----------------------------------------------------===//

#include "core/ir/unregistered/TypesByName.h"
#include "core/ir/unregistered/UnregisteredTokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;

bool shapels::isOneTypeDialect(std::string_view dialect) {
  return dialect == "stablehlo" || dialect == "mhlo" || dialect == "chlo" ||
         dialect == "vhlo";
}

bool shapels::asksForSize(llvm::StringRef last) {
  return llvm::is_contained({"size", "dim", "rank", "length"}, last);
}

WrittenType shapels::typeByName(llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef> parts;
  name.split(parts, '.');
  for (llvm::StringRef part : llvm::reverse(parts))
    if (isTypeWord(part) && part != "none")
      return {{}, part.str()};
  if (asksForSize(parts.back()))
    return {{}, "index"};
  if (parts.size() != 3 || parts[1] != "constant")
    return {};
  llvm::StringRef type = parts[2] == "device" ? "Device" : parts[2];
  return {{}, ("!" + parts[0] + "." + type).str()};
}

llvm::StringRef shapels::onlyType(llvm::StringRef opName) {
  return opName == "krnl.define_loops" ? "!krnl.loop" : "";
}

bool shapels::endsWithResults(llvm::StringRef opName, llvm::StringRef type) {
  bool isWhole = type.count('<') == type.count('>');
  return isWhole && isOneTypeDialect(opName.split('.').first);
}

llvm::StringRef shapels::writtenElement(llvm::StringRef type) {
  llvm::StringRef rest = type;
  if (rest.starts_with('!') || !rest.consume_back(">"))
    return {};
  size_t open = rest.find('<');
  if (open == rest.npos)
    return {};
  rest = rest.drop_front(open + 1).ltrim();
  for (;;) {
    llvm::StringRef size = rest.take_while(
        [](char c) { return llvm::isDigit(c) || c == '?' || c == '*'; });
    if (size.empty() || !rest.substr(size.size()).starts_with("x"))
      break;
    rest = rest.drop_front(size.size() + 1);
  }
  int depth = 0;
  size_t end = 0;
  for (; end < rest.size() && (depth > 0 || rest[end] != ','); ++end)
    depth += (rest[end] == '<') - (rest[end] == '>');
  return rest.take_front(end);
}
