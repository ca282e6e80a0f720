//===- TokenPages.cpp - Which tokens a client has -------------------------===//

#include "server/lsp/TokenPages.h"

#include "server/features/SemanticTokens.h"

#include <algorithm>
#include <charconv>

using namespace shapels;

//===----------------------------------------------------------------------===//
// Places and numbers
//===----------------------------------------------------------------------===//

namespace {

/// Goes through a text, and counts lines and columns.
class PlaceCounter {
public:
  PlaceCounter(std::string_view text, Line first, PositionEncoding encoding)
      : text(text), encoding(encoding), place{first.value, 0} {}

  /// `offset` is not before the one asked for last.
  Position at(uint32_t offset) {
    for (; now < offset; ++now)
      step(text[now]);
    return place;
  }

private:
  void step(char c) {
    bool isInBreak =
        c == '\r' && now + 1 < text.size() && text[now + 1] == '\n';
    if ((c == '\n' || c == '\r') && !isInBreak) {
      place = {place.line + 1, 0};
      return;
    }
    bool isContinued = (c & 0xC0) == 0x80;
    bool isPair = (c & 0xF8) == 0xF0;
    if (encoding == PositionEncoding::Utf8)
      ++place.character;
    else if (!isContinued)
      place.character += 1 + (isPair && encoding == PositionEncoding::Utf16);
  }

  std::string_view text;
  PositionEncoding encoding;
  uint32_t now = 0;
  Position place;
};

void appendNumber(std::string &text, uint32_t number) {
  char digits[11];
  char *end = std::to_chars(digits, digits + 10, number).ptr;
  *end++ = ',';
  text.append(digits, end);
}

/// Where a page that starts at `begin` may end.
DocumentOffset pageEnd(const TextBuffer &text, DocumentOffset begin,
                       DocumentOffset most) {
  constexpr uint32_t pageSize = 2048;
  if (most.value - begin.value <= pageSize)
    return most;
  Line line = text.lineOf(begin + pageSize);
  if (line.value + 1 >= text.lineCount())
    return most;
  return std::min(text.lineRange({line.value + 1}).begin, most);
}

} // namespace

std::vector<PlacedToken> shapels::placedTokens(const Document &document,
                                               DocumentRange lines,
                                               PositionEncoding encoding) {
  const TextBuffer &text = document.buffer();
  PlaceCounter places(text.slice(lines), text.lineOf(lines.begin), encoding);
  std::vector<PlacedToken> result;
  for (const SemanticToken &token : semanticTokens(document, lines)) {
    Position start = places.at(token.range.begin.value - lines.begin.value);
    Position end = places.at(token.range.end.value - lines.begin.value);
    result.push_back({start, end.character - start.character,
                      static_cast<uint32_t>(token.type), token.modifiers});
  }
  return result;
}

void shapels::appendTokens(std::span<const PlacedToken> tokens, Position before,
                           std::string &numbers) {
  for (const PlacedToken &token : tokens) {
    bool isInLine = token.start.line == before.line;
    appendNumber(numbers, token.start.line - before.line);
    appendNumber(numbers,
                 token.start.character - (isInLine ? before.character : 0));
    appendNumber(numbers, token.length);
    appendNumber(numbers, token.type);
    appendNumber(numbers, token.modifiers);
    before = token.start;
  }
}

/// Without the last comma.
static std::string listOf(std::string numbers) {
  if (!numbers.empty())
    numbers.pop_back();
  return "[" + numbers + "]";
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

void TokenPages::edit(const TextEdit &edit) {
  std::lock_guard lock(mutex);
  if (pages.empty())
    return;
  // A page that the edit ends or begins with may not begin with a line now.
  size_t first = 0;
  uint32_t begin = 0;
  while (first + 1 < pages.size() &&
         begin + pages[first].bytes < edit.range.begin.value)
    begin += pages[first++].bytes;
  size_t last = first;
  uint32_t end = begin + pages[first].bytes;
  while (last + 1 < pages.size() && end <= edit.range.end.value)
    end += pages[++last].bytes;
  Page whole;
  whole.bytes = end - begin + static_cast<uint32_t>(edit.newText.size()) -
                edit.range.size();
  whole.isDirty = true;
  for (size_t i = first; i <= last; ++i)
    whole.tokens += pages[i].tokens;
  pages[first] = whole;
  pages.erase(pages.begin() + first + 1, pages.begin() + last + 1);
}

void TokenPages::damageAll() {
  std::lock_guard lock(mutex);
  for (Page &page : pages)
    page.isDirty = true;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

std::string TokenPages::nextId() {
  return R"("resultId":")" + std::to_string(++answers) + '"';
}

/// Reads the tokens of one page.
TokenPages::Page TokenPages::pageOf(const Source &source, DocumentRange lines,
                                    std::vector<PlacedToken> &tokens) {
  tokens = source.read(lines);
  uint32_t first = source.document.buffer().lineOf(lines.begin).value;
  uint64_t hash = 0;
  for (const PlacedToken &token : tokens)
    for (uint32_t number : {token.start.line - first, token.start.character,
                            token.length, token.type, token.modifiers})
      hash = (hash ^ number) * 0x9E3779B97F4A7C15ull;
  return {lines.size(), static_cast<uint32_t>(tokens.size()),
          static_cast<uint32_t>(hash >> 32), false};
}

TokenPages::Fresh TokenPages::read(const Source &source, DocumentRange lines) {
  Fresh fresh;
  std::vector<PlacedToken> tokens;
  for (DocumentOffset at = lines.begin; at < lines.end;) {
    DocumentOffset end = pageEnd(source.document.buffer(), at, lines.end);
    fresh.pages.push_back(pageOf(source, {at, end}, tokens));
    fresh.tokens.insert(fresh.tokens.end(), tokens.begin(), tokens.end());
    at = end;
  }
  return fresh;
}

std::string TokenPages::fullNow(const Source &source) {
  std::string numbers;
  pages.clear();
  Position before;
  std::vector<PlacedToken> tokens;
  const TextBuffer &text = source.document.buffer();
  for (DocumentOffset at; at < text.end();) {
    DocumentOffset end = pageEnd(text, at, text.end());
    pages.push_back(pageOf(source, {at, end}, tokens));
    appendTokens(tokens, before, numbers);
    if (!tokens.empty())
      before = tokens.back().start;
    at = end;
  }
  if (pages.empty())
    pages.push_back({});
  return "{" + nextId() + R"(,"data":)" + listOf(std::move(numbers)) + "}";
}

std::string TokenPages::full(const Document &document,
                             PositionEncoding encoding) {
  std::lock_guard lock(mutex);
  return fullNow({document, encoding});
}

/// Whether the page has other tokens than the client knows.
bool TokenPages::isOther(const Source &source, size_t page,
                         DocumentOffset begin) const {
  if (pages[page].isDirty)
    return true;
  std::vector<PlacedToken> tokens;
  Page now = pageOf(source, {begin, begin + pages[page].bytes}, tokens);
  return now.tokens != pages[page].tokens || now.hash != pages[page].hash;
}

/// Over the pages beside it that are other ones too. The first token behind it
/// is counted from its last one, so must not change by itself.
void TokenPages::extend(const Source &source, Run &run) const {
  while (run.first > 0) {
    DocumentOffset begin = run.begin - pages[run.first - 1].bytes;
    if (!isOther(source, run.first - 1, begin))
      break;
    --run.first;
    run.begin = begin;
  }
  DocumentOffset at = run.behind;
  bool isSettled = false;
  for (size_t page = run.end; page < pages.size(); ++page) {
    DocumentOffset end = at + pages[page].bytes;
    bool isChanged =
        isSettled ? pages[page].isDirty : isOther(source, page, at);
    if (isChanged) {
      run.end = page + 1;
      run.behind = end;
    } else if (pages[page].tokens > 0) {
      return;
    }
    isSettled = !isChanged;
    at = end;
  }
}

/// Of the last token before the run.
Position TokenPages::placeBefore(const Source &source, const Run &run) const {
  DocumentOffset begin = run.begin;
  for (size_t page = run.first; page > 0;) {
    DocumentOffset end = begin;
    begin = begin - pages[--page].bytes;
    if (pages[page].tokens == 0)
      continue;
    if (auto tokens = source.read({begin, end}); !tokens.empty())
      return tokens.back().start;
  }
  return {};
}

std::optional<PlacedToken> TokenPages::tokenBehind(const Source &source,
                                                   const Run &run) const {
  DocumentOffset begin = run.behind;
  for (size_t page = run.end; page < pages.size(); ++page) {
    DocumentOffset end = begin + pages[page].bytes;
    if (pages[page].tokens > 0)
      if (auto tokens = source.read({begin, end}); !tokens.empty())
        return tokens.front();
    begin = end;
  }
  return std::nullopt;
}

/// The client has `known` tokens before the run, which becomes as it is now.
/// Returns LSP's SemanticTokensEdit.
std::string TokenPages::replace(const Source &source, Run &run,
                                uint32_t known) {
  uint32_t gone = 0;
  for (size_t page = run.first; page < run.end; ++page)
    gone += pages[page].tokens;
  Fresh fresh = read(source, {run.begin, run.behind});
  std::vector<PlacedToken> tokens = std::move(fresh.tokens);
  std::optional<PlacedToken> next = tokenBehind(source, run);
  if (next)
    tokens.push_back(*next);
  std::string numbers;
  appendTokens(tokens, placeBefore(source, run), numbers);
  pages.erase(pages.begin() + run.first, pages.begin() + run.end);
  pages.insert(pages.begin() + run.first, fresh.pages.begin(),
               fresh.pages.end());
  run.end = run.first + fresh.pages.size();
  return R"({"start":)" + std::to_string(known * 5) + R"(,"deleteCount":)" +
         std::to_string((gone + next.has_value()) * 5) + R"(,"data":)" +
         listOf(std::move(numbers)) + "},";
}

std::string TokenPages::delta(const Document &document,
                              PositionEncoding encoding,
                              std::string_view previous) {
  std::lock_guard lock(mutex);
  Source source{document, encoding};
  if (pages.empty() || previous != std::to_string(answers))
    return fullNow(source);
  std::string edits;
  DocumentOffset begin;
  // How many tokens the client has before the page.
  uint32_t known = 0;
  for (size_t page = 0; page < pages.size();) {
    if (!pages[page].isDirty) {
      known += pages[page].tokens;
      begin = begin + pages[page++].bytes;
      continue;
    }
    Run run{page, page + 1, begin, begin + pages[page].bytes};
    extend(source, run);
    for (size_t i = run.first; i < page; ++i)
      known -= pages[i].tokens;
    uint32_t gone = 0;
    for (size_t i = run.first; i < run.end; ++i)
      gone += pages[i].tokens;
    edits += replace(source, run, known);
    known += gone;
    begin = run.behind;
    page = run.end;
  }
  if (pages.empty())
    pages.push_back({});
  return "{" + nextId() + R"(,"edits":)" + listOf(std::move(edits)) + "}";
}
