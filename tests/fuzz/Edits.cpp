//===- Edits.cpp - Fuzzes edits of a text and its outline -----------------===//
//
// A text, then edits: two bytes for the place, one for how much goes, one for
// how much comes, and that. An edited outline must equal a fresh one.
//
//===----------------------------------------------------------------------===//

#include "syntax/OutlineView.h"
#include "syntax/Typist.h"

#include <cstdio>
#include <cstdlib>

using namespace shapels;
using namespace shapels::test;

namespace {

class Input {
public:
  explicit Input(std::string_view bytes) : bytes(bytes) {}
  bool isEmpty() const { return bytes.empty(); }
  uint32_t number() {
    uint32_t value = isEmpty() ? 0 : static_cast<uint8_t>(bytes.front());
    bytes.remove_prefix(std::min<size_t>(1, bytes.size()));
    return value;
  }
  std::string take(size_t size) {
    std::string result(bytes.substr(0, size));
    bytes.remove_prefix(result.size());
    return result;
  }

private:
  std::string_view bytes;
};

} // namespace

/// Behind this the edits begin; no text of ours has it.
static constexpr std::string_view mark("\xFF\xFE");

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view all(reinterpret_cast<const char *>(data), size);
  size_t end = std::min(all.find(mark), all.size());
  Input edits(all.substr(std::min(end + mark.size(), all.size())));
  TextBuffer buffer{std::string(all.substr(0, end))};
  Outline outline(ops(), buffer);
  for (int i = 0; i < 8 && !edits.isEmpty(); ++i) {
    uint32_t begin = edits.number() << 8;
    begin = (begin + edits.number()) % (buffer.end().value + 1);
    uint32_t gone = edits.number();
    uint32_t come = edits.number() % 32;
    TextEdit edit = clamped({{{begin}, {begin + gone}}, edits.take(come)},
                            buffer.end().value);
    buffer.apply(edit);
    (void)outline.apply(buffer, inSection(edit.range),
                        static_cast<uint32_t>(edit.newText.size()));
    std::string failure = failureAfter(outline, buffer, edit);
    if (!failure.empty()) {
      std::fputs(failure.c_str(), stderr);
      std::abort();
    }
  }
  return 0;
}
