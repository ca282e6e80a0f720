//===- SelectionRanges.cpp ------------------------------------------------===//

#include "server/features/SelectionRanges.h"
#include "core/analysis/Section.h"
#include "core/syntax/Brackets.h"

#include <algorithm>

using namespace shapels;

namespace {

/// A bracket that is open.
struct OpenBracket {
  TokenKind closing = TokenKind::End;
  ByteOffset begin, behind;
  /// Where what is behind its last comma begins.
  ByteOffset item;
};

/// Reads tokens, and tells which words, items and brackets an offset is in.
class BracketReader {
public:
  BracketReader(std::string_view text, ByteOffset offset)
      : text(text), offset(offset) {}

  /// In no order.
  std::vector<ByteRange> read();

private:
  void open(const Token &token);
  void close(const Token &token);
  void endItem(ByteOffset end);
  void take(ByteRange range);

  std::string_view text;
  ByteOffset offset;
  std::vector<OpenBracket> brackets;
  std::vector<ByteRange> found;
};

} // namespace

/// Without the blanks at its ends.
void BracketReader::take(ByteRange range) {
  std::string_view part = text.substr(range.begin.value, range.size());
  size_t first = part.find_first_not_of(" \t\r\n");
  if (first == part.npos)
    return;
  size_t last = part.find_last_not_of(" \t\r\n");
  ByteRange trimmed{range.begin + static_cast<uint32_t>(first),
                    range.begin + static_cast<uint32_t>(last + 1)};
  if (trimmed.touches(offset))
    found.push_back(trimmed);
}

void BracketReader::endItem(ByteOffset end) {
  take({brackets.back().item, end});
}

void BracketReader::open(const Token &token) {
  brackets.push_back({closingOf(token.kind), token.range.begin, token.range.end,
                      token.range.end});
}

/// What closes nothing is passed over.
void BracketReader::close(const Token &token) {
  bool isAny = std::ranges::any_of(brackets, [&](const OpenBracket &each) {
    return each.closing == token.kind;
  });
  while (isAny && brackets.back().closing != token.kind)
    brackets.pop_back();
  if (!isAny)
    return;
  endItem(token.range.begin);
  take({brackets.back().behind, token.range.begin});
  take({brackets.back().begin, token.range.end});
  brackets.pop_back();
}

std::vector<ByteRange> BracketReader::read() {
  Lexer lexer(text);
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    if (token.range.touches(offset))
      found.push_back(token.range);
    if (isOpening(token.kind)) {
      open(token);
    } else if (isClosing(token.kind)) {
      close(token);
    } else if (token.is(TokenKind::Comma) && !brackets.empty()) {
      endItem(token.range.begin);
      brackets.back().item = token.range.end;
    }
  }
  return std::move(found);
}

//===----------------------------------------------------------------------===//
// Comments
//===----------------------------------------------------------------------===//

/// The comment in a line that has nothing else.
static std::optional<DocumentRange> commentOf(const TextBuffer &text,
                                              Line line) {
  DocumentRange range = text.lineRange(line);
  std::string_view all = text.slice(range);
  size_t begin = all.find_first_not_of(" \t");
  if (begin == all.npos || !all.substr(begin).starts_with("//"))
    return std::nullopt;
  return DocumentRange{range.begin + static_cast<uint32_t>(begin), range.end};
}

static void addComments(const TextBuffer &text, DocumentOffset offset,
                        std::vector<DocumentRange> &ranges) {
  Line line = text.lineOf(offset);
  DocumentRange whole = text.lineRange(line);
  Lexer lexer(text.slice(whole));
  for (Token token = lexer.nextWithComments(); !token.is(TokenKind::End);
       token = lexer.nextWithComments())
    if (DocumentRange range{whole.begin + token.range.begin.value,
                            whole.begin + token.range.end.value};
        token.is(TokenKind::Comment) && range.touches(offset))
      ranges.push_back(range);
  std::optional<DocumentRange> run = commentOf(text, line);
  if (!run)
    return;
  for (Line up = line; up.value > 0;) {
    --up.value;
    std::optional<DocumentRange> above = commentOf(text, up);
    if (!above)
      break;
    run->begin = above->begin;
  }
  for (Line down{line.value + 1}; down.value < text.lineCount(); ++down.value) {
    std::optional<DocumentRange> below = commentOf(text, down);
    if (!below)
      break;
    run->end = below->end;
  }
  ranges.push_back(*run);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// What is read for brackets: longer ones are data.
static constexpr uint32_t mostRead = 64 << 10;

/// The part of the statement's own text that `offset` is in.
static ByteRange ownPart(const Outline &outline, StatementId id,
                         ByteOffset offset) {
  ByteRange part = outline.range(id);
  for (const RegionText &region : outline.regions(id)) {
    if (offset < region.inside.begin)
      return {part.begin, std::min(region.inside.begin, part.end)};
    if (region.isClosed && region.inside.end <= offset)
      part.begin = region.inside.end;
  }
  return part;
}

static void addStatements(const Section &section, ByteOffset offset,
                          std::vector<ByteRange> &ranges) {
  const Outline &outline = section.outline();
  StatementId inner = outline.statementAt(offset);
  if (inner == noStatement)
    return;
  ByteRange part = ownPart(outline, inner, offset);
  if (part.size() <= mostRead && part.touches(offset))
    for (ByteRange range :
         BracketReader(section.slice(part), {offset.value - part.begin.value})
             .read())
      ranges.push_back(range.shifted(part.begin.value));
  for (StatementId id = inner; id != noStatement; id = outline.parent(id)) {
    for (const RegionText &region : outline.regions(id)) {
      if (!region.inside.touches(offset) || !region.isClosed)
        continue;
      ranges.push_back(region.inside);
      ranges.push_back(
          {region.inside.begin - region.isOpened, region.inside.end + 1});
    }
    ranges.push_back(outline.range(id));
  }
}

/// Those that hold the one before, from the smallest one on.
static std::vector<DocumentRange> nested(std::vector<DocumentRange> ranges) {
  std::ranges::stable_sort(ranges, {},
                           [](DocumentRange range) { return range.size(); });
  std::vector<DocumentRange> result;
  for (DocumentRange range : ranges)
    if (result.empty() ||
        (range.contains(result.back()) && range != result.back()))
      result.push_back(range);
  return result;
}

std::vector<DocumentRange> shapels::selectionRanges(const Document &document,
                                                    DocumentOffset offset) {
  const TextBuffer &text = document.buffer();
  const Section &section = document.sectionAt(offset);
  std::vector<ByteRange> inSection;
  addStatements(section, section.span().inSection(offset), inSection);
  std::vector<DocumentRange> ranges;
  for (ByteRange range : inSection)
    if (!range.empty())
      ranges.push_back(section.span().inDocument(range));
  addComments(text, offset, ranges);
  ranges.push_back(section.range());
  ranges.push_back({{0}, text.end()});
  return nested(std::move(ranges));
}
