//===- ContentEdit.cpp - What a didChange edits ---------------------------===//

#include "server/protocol/ContentEdit.h"

#include <limits>
#include <utility>

using namespace shapels;

DocumentRange lsp::bytesOf(const TextBuffer &text, PositionRange range,
                           PositionEncoding encoding) {
  DocumentRange result = text.offsets(range, encoding);
  if (result.end < result.begin)
    std::swap(result.begin, result.end);
  return result;
}

std::optional<shapels::TextEdit> lsp::editOf(const TextBuffer &text,
                                             ContentChange change,
                                             PositionEncoding encoding) {
  constexpr size_t largestText = std::numeric_limits<uint32_t>::max();
  DocumentRange range = change.range ? bytesOf(text, *change.range, encoding)
                                     : DocumentRange{{0}, text.end()};
  size_t kept = text.end().value - range.size();
  if (change.text.size() > largestText - kept)
    return std::nullopt;
  return shapels::TextEdit{range, std::move(change.text)};
}
