//===- ConfigText.cpp - Fuzzes the text of a .shapels.json ----------------===//
//
// Any bytes have an answer, and every place that is told lies in the text.
//
//===----------------------------------------------------------------------===//

#include "server/protocol/PositionedJson.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace shapels;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  auto check = [&](DocumentRange range) {
    if (range.begin > range.end || range.end.value > text.size())
      std::abort();
  };
  lsp::PositionedJson found = lsp::parsePositioned(text);
  for (const auto &[path, place] : found.places) {
    check(place.key);
    check(place.value);
  }
  if (found.error)
    check(found.error->range);
  bool isJson = !nlohmann::json::parse(text, nullptr, false).is_discarded();
  if (!found.error && !isJson)
    std::abort();
  return 0;
}
