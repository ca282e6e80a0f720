//===- Comments.cpp - Fuzzes `// shapels:` comments -----------------------===//
//
// Each line of the input is one in a function. Whatever it says, what is found
// stands in the text, and an edited text says what a fresh one does: the input
// has two versions, apart by a line of `=`.
//
//===----------------------------------------------------------------------===//

#include "core/analysis/Document.h"
#include "core/analysis/Section.h"
#include "core/analysis/ValueInfo.h"

#include <cstdio>
#include <cstdlib>

using namespace shapels;

namespace {

std::string textOf(std::string_view comments) {
  std::string text = "func.func @f(%a: tensor<?x4xf32>, %b: tensor<?xf32>, "
                     "%n: index) {\n";
  while (!comments.empty()) {
    size_t end = std::min(comments.find('\n'), comments.size());
    text += "  // shapels: " + std::string(comments.substr(0, end)) + "\n";
    comments.remove_prefix(std::min(end + 1, comments.size()));
  }
  return text + "  %0 = tensor.dim %a, %n : tensor<?x4xf32>\n  return\n}\n";
}

void update(Document &document) {
  document.update();
  document.conclude();
  for (const Diagnostic &found : document.diagnostics())
    if (found.range.begin > found.range.end ||
        found.range.end > document.buffer().end()) {
      std::fprintf(stderr, "not in the text: %s\n", found.message.c_str());
      std::abort();
    }
}

/// Nobody reads what is said of the values.
void hover(const Document &document) {
  for (const auto &section : document.sections())
    for (StatementId id = section->outline().first(); id != noStatement;
         id = section->outline().next(id))
      for (const NameOccurrence &name : section->outline().names(id))
        if (name.kind == NameKind::Value)
          (void)valueInfo(*section, document.shapes(*section), name);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view input(reinterpret_cast<const char *>(data), size);
  static constexpr std::string_view border = "\n=\n";
  size_t end = std::min(input.find(border), input.size());
  std::string before = textOf(input.substr(0, end));
  std::string after =
      textOf(input.substr(std::min(end + border.size(), input.size())));
  Document edited(before), fresh(after);
  update(edited);
  hover(edited);
  edited.edit({{{0}, edited.buffer().end()}, after});
  update(edited);
  update(fresh);
  if (!std::ranges::equal(edited.diagnostics(), fresh.diagnostics())) {
    std::fprintf(stderr, "an edit finds otherwise in\n%s", after.c_str());
    std::abort();
  }
  return 0;
}
