//===- LinkedText.cpp -----------------------------------------------------===//

#include "core/analysis/LinkedText.h"
#include "core/analysis/Section.h"

#include "mlir/IR/Value.h"

#include <algorithm>
#include <charconv>

using namespace shapels;

/// Neither occurs in a name or in a text of ours.
static constexpr char markBegin = '\x01', markEnd = '\x02';

std::string LinkedTextWriter::mark(mlir::Value value) {
  const void *address = value.getAsOpaquePointer();
  auto found = std::ranges::find(names, address, &Name::value);
  size_t number = size_t(found - names.begin());
  if (found == names.end())
    names.push_back(
        {address, section.nameOf(value), section.definitionOf(value)});
  return markBegin + std::to_string(number) + markEnd;
}

LinkedText LinkedTextWriter::finish(std::string_view marked) const {
  LinkedText result;
  for (size_t at = 0; at < marked.size();) {
    size_t mark = std::min(marked.find(markBegin, at), marked.size());
    result.text += marked.substr(at, mark - at);
    at = mark;
    if (mark == marked.size())
      break;
    size_t end = marked.find(markEnd, mark), number = 0;
    std::from_chars(marked.data() + mark + 1, marked.data() + end, number);
    const Name &name = names[number];
    result.links.push_back({result.text.size(), name.text.size(), name.target});
    result.text += name.text;
    at = end + 1;
  }
  return result;
}
