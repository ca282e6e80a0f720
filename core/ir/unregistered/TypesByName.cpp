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

/// Up to a comma outside of brackets.
static llvm::StringRef upToComma(llvm::StringRef text) {
  int depth = 0;
  size_t end = 0;
  for (; end < text.size() && (depth > 0 || text[end] != ','); ++end)
    depth += (text[end] == '<') - (text[end] == '>');
  return text.take_front(end);
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
  return upToComma(rest);
}

/// `f32` of `!tt.ptr<f32, 1>`.
static llvm::StringRef pointeeOfOne(llvm::StringRef type) {
  auto [name, inside] = type.split('<');
  llvm::StringRef last = name.rsplit('.').second;
  if (!type.starts_with('!') || !inside.consume_back(">") ||
      !llvm::is_contained({"ptr", "ref", "pointer"}, last))
    return {};
  llvm::StringRef result = upToComma(inside.ltrim());
  bool isType = result.starts_with('!') || isTypeWord(result) ||
                !writtenElement(result).empty();
  return isType ? result : llvm::StringRef();
}

std::string shapels::pointee(llvm::StringRef type) {
  if (llvm::StringRef one = pointeeOfOne(type); !one.empty())
    return one.str();
  llvm::StringRef element = writtenElement(type);
  llvm::StringRef inside = pointeeOfOne(element);
  if (inside.empty())
    return {};
  llvm::StringRef before(type.data(), element.data() - type.data());
  return (before + inside + type.substr(before.size() + element.size())).str();
}
