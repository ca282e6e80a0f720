//===- ShapeFunctionLayout.cpp --------------------------------------------===//

#include "core/analysis/ShapeFunctionLayout.h"

#include "llvm/ADT/StringRef.h"

using namespace shapels;

namespace {

class LayoutWriter {
public:
  void add(llvm::StringRef line);
  ShapeFunctionLayout done;

private:
  void addHeader(llvm::StringRef line);
  void put(llvm::StringRef text) {
    done.text += text;
    done.text += '\n';
    ++next;
  }

  uint32_t next = 0;
  bool isInModule = false;
};

} // namespace

/// Where the list that `text` begins in ends: its closing bracket, or a comma
/// between two of its parts.
static size_t endOfPart(llvm::StringRef text) {
  unsigned depth = 0;
  bool isQuoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (isQuoted) {
      i += c == '\\';
      isQuoted = c != '"';
      continue;
    }
    if (c == '"')
      isQuoted = true;
    else if (llvm::StringRef("([{<").contains(c))
      ++depth;
    else if (llvm::StringRef(")]}>").contains(c) &&
             text.substr(i - 1, 2) != "->")
      if (depth-- == 0)
        return i;
    if (c == ',' && depth == 0)
      return i;
  }
  return text.size();
}

/// `func.func private @name(...) -> (...) attributes {...} {`.
void LayoutWriter::addHeader(llvm::StringRef line) {
  std::vector<uint32_t> &results = done.results.emplace_back();
  size_t at = line.find('(');
  do
    at += 1 + endOfPart(line.substr(at + 1));
  while (line.substr(at, 1) == ",");
  llvm::StringRef rest = line.substr(at + 1);
  if (!rest.consume_front(" -> (")) {
    if (rest.starts_with(" -> "))
      results.push_back(next);
    return put(line);
  }
  put(line.drop_back(rest.size()));
  for (;;) {
    size_t end = endOfPart(rest);
    results.push_back(next);
    if (rest.substr(end, 1) != ",")
      return put(("    " + rest).str());
    put(("    " + rest.take_front(end + 1)).str());
    rest = rest.drop_front(end + 1).ltrim();
  }
}

void LayoutWriter::add(llvm::StringRef line) {
  done.lines.push_back(next);
  if (line == "module {") {
    isInModule = true;
    return;
  }
  if (isInModule && line == "}")
    return;
  if (isInModule)
    line.consume_front("  ");
  if (line.starts_with("func.func private @"))
    addHeader(line);
  else
    put(line);
}

ShapeFunctionLayout shapels::layOut(std::string_view printed) {
  LayoutWriter writer;
  llvm::StringRef rest(printed);
  while (!rest.empty()) {
    auto [line, behind] = rest.split('\n');
    writer.add(line);
    rest = behind;
  }
  return std::move(writer.done);
}
