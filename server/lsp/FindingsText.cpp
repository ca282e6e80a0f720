//===- FindingsText.cpp - A document's findings as JSON text --------------===//

#include "server/lsp/FindingsText.h"

#include "server/protocol/Encode.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <iterator>
#include <utility>

using namespace shapels;

//===----------------------------------------------------------------------===//
// What edits leave as it is
//===----------------------------------------------------------------------===//

void FindingsText::beforeEdit(const TextBuffer &text, DocumentRange range) {
  frontBytes = std::min(frontBytes, range.begin.value);
  backBytes = std::min(backBytes, text.end().value - range.end.value);
}

/// In the back only lines count that are in it from their start, for the
/// columns to be as before.
FindingsText::Unedited FindingsText::takeUnedited(const TextBuffer &text) {
  Unedited result;
  result.frontEnd = {frontBytes};
  Line next{text.lineOf(text.end() - backBytes).value + 1};
  result.backBegin = next.value < text.lineCount() ? text.lineRange(next).begin
                                                   : text.end() + 1;
  result.bytes = text.end().value - std::exchange(size, text.end().value);
  result.lines = text.lineCount() - std::exchange(lineCount, text.lineCount());
  frontBytes = backBytes = size;
  return result;
}

//===----------------------------------------------------------------------===//
// One finding
//===----------------------------------------------------------------------===//

void FindingsText::Entry::write() {
  json.clear();
  for (size_t i = 0; i < places.size(); ++i) {
    json += around[i];
    lsp::appendRange(json, places[i]);
  }
  json += around.back();
}

FindingsText::Entry FindingsText::make(const Diagnostic &finding,
                                       const ClientView &view) {
  Entry entry;
  entry.finding = finding;
  lsp::Diagnostic diagnostic = view.diagnostic(finding);
  entry.places.push_back(diagnostic.range);
  for (const auto &related : diagnostic.relatedInformation)
    entry.places.push_back(related.location.range);
  entry.around = lsp::encodeAroundRanges(std::move(diagnostic));
  entry.write();
  return entry;
}

static DocumentRange &rangeOf(Diagnostic &finding, size_t index) {
  return index ? finding.related[index - 1].range : finding.range;
}

/// The finding is the entry's, but may be elsewhere. Returns whether its text
/// is another one now.
bool FindingsText::follow(Entry &entry, const Diagnostic &finding,
                          const Unedited &unedited, const ClientView &view) {
  bool isMoved = false;
  for (size_t i = 0; i < entry.places.size(); ++i) {
    DocumentRange &known = rangeOf(entry.finding, i);
    DocumentRange before =
        std::exchange(known, i ? finding.related[i - 1].range : finding.range);
    if (known == before && known.end < unedited.frontEnd)
      continue;
    PositionRange place = entry.places[i];
    if (known == before.shifted(unedited.bytes) &&
        known.begin >= unedited.backBegin) {
      place.start.line += unedited.lines;
      place.end.line += unedited.lines;
    } else {
      place = view.range(known);
    }
    isMoved |= std::exchange(entry.places[i], place) != place;
  }
  if (isMoved)
    entry.write();
  return isMoved;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

/// Whether they say the same, wherever.
static bool saySame(const Diagnostic &a, const Diagnostic &b) {
  return a.code == b.code && a.severity == b.severity &&
         a.message == b.message &&
         std::ranges::equal(a.related, b.related, {},
                            &RelatedInformation::message,
                            &RelatedInformation::message);
}

/// The findings between the first `front` and the last `back` are made anew.
/// Returns whether there are any, or were.
bool FindingsText::replaceMiddle(size_t front, size_t back,
                                 std::span<const Diagnostic> findings,
                                 const ClientView &view) {
  std::vector<Entry> middle;
  for (size_t i = front; i < findings.size() - back; ++i)
    middle.push_back(make(findings[i], view));
  auto begin = entries.begin() + static_cast<ptrdiff_t>(front);
  auto end = entries.end() - static_cast<ptrdiff_t>(back);
  bool isSame = begin == end && middle.empty();
  auto behind = entries.erase(begin, end);
  entries.insert(behind, std::make_move_iterator(middle.begin()),
                 std::make_move_iterator(middle.end()));
  return !isSame;
}

/// Those at the front that are where they were are kept, and those at the back
/// that moved with the text.
void FindingsText::update(std::span<const Diagnostic> findings,
                          const TextBuffer &text, const ClientView &view) {
  Unedited unedited = takeUnedited(text);
  bool isChanged = false;
  auto keep = [&](Entry &entry, const Diagnostic &finding, uint32_t moved) {
    if (finding.range != entry.finding.range.shifted(moved) ||
        !saySame(entry.finding, finding))
      return false;
    isChanged |= follow(entry, finding, unedited, view);
    return true;
  };
  size_t most = std::min(entries.size(), findings.size());
  size_t front = 0, back = 0;
  while (front < most && keep(entries[front], findings[front], 0))
    ++front;
  while (front + back < most &&
         keep(entries.rbegin()[back], findings.rbegin()[back], unedited.bytes))
    ++back;
  isChanged |= replaceMiddle(front, back, findings, view);
  if (isChanged || !list)
    join();
}

void FindingsText::join() {
  size_t bytes = 2;
  for (const Entry &entry : entries)
    bytes += entry.json.size() + 1;
  auto text = std::make_shared<std::string>();
  text->reserve(bytes);
  for (const Entry &entry : entries)
    (*text += text->empty() ? '[' : ',') += entry.json;
  *text += entries.empty() ? "[]" : "]";
  list = std::move(text);
  id.clear();
  ++lists;
}

const std::string &FindingsText::resultId() {
  if (id.empty())
    id = llvm::utohexstr(llvm::xxh3_64bits(*list), /*LowerCase=*/true);
  return id;
}
