//===- Formatting.cpp -----------------------------------------------------===//

#include "server/features/Formatting.h"
#include "core/analysis/Section.h"
#include "core/syntax/Lexer.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

using namespace shapels;

namespace {

/// A line of a text, as far as formatting looks.
struct FormatLine {
  DocumentRange range;
  /// Where its first token or comment begins; its end if there is none.
  DocumentOffset begin;
  /// Behind the last one.
  DocumentOffset end;
  /// The first one.
  TokenKind kind = TokenKind::End;

  bool isBlank() const { return kind == TokenKind::End; }
};

/// Strings and comments end with their lines, so each can be read by itself.
FormatLine readLine(const TextBuffer &text, Line line) {
  DocumentRange range = text.lineRange(line);
  Lexer lexer(text.slice(range));
  FormatLine result{range, range.end, range.begin};
  for (Token token = lexer.nextWithComments(); !token.is(TokenKind::End);
       token = lexer.nextWithComments()) {
    if (result.isBlank()) {
      result.begin = range.begin + token.range.begin.value;
      result.kind = token.kind;
    }
    result.end = range.begin + token.range.end.value;
  }
  return result;
}

/// How lines are indented.
class Indentation {
public:
  explicit Indentation(const FormatOptions &options)
      : step(std::clamp<uint32_t>(options.tabSize, 1, 16)),
        hasTabs(!options.insertSpaces) {}

  uint32_t width(std::string_view blanks) const {
    uint32_t result = 0;
    for (char c : blanks)
      result = c == '\t' ? (result / step + 1) * step : result + 1;
    return result;
  }
  uint32_t widthOf(const TextBuffer &text, Line line) const {
    std::string_view all = text.slice(text.lineRange(line));
    return width(
        all.substr(0, std::min(all.find_first_not_of(" \t"), all.size())));
  }
  std::string blanks(uint32_t width) const {
    if (!hasTabs)
      return std::string(width, ' ');
    return std::string(width / step, '\t') + std::string(width % step, ' ');
  }
  uint32_t deeper(uint32_t width) const { return width + step; }

private:
  uint32_t step;
  bool hasTabs;
};

/// Formats lines from the first to the last.
class Formatter {
public:
  Formatter(const Document &document, Line first, Line last,
            const FormatOptions &options)
      : document(document), text(document.buffer()), first(first), last(last),
        indentation(options) {}

  std::vector<TextEdit> format();

private:
  /// A line's place, and how far it moves.
  struct Move {
    Line line;
    FormatLine read;
    uint32_t width;
  };

  void formatLine(Line line);
  void flushComments(std::optional<int64_t> by);
  void put(const FormatLine &line, uint32_t width);
  void stripEnd(const FormatLine &line);
  uint32_t newWidth(Line line) const;
  uint32_t baseOf(const Section &section, StatementId id) const;
  int64_t moveOf(const Section &section, StatementId id) const;
  bool isBroken(const Section &section, StatementId id);

  const Document &document;
  const TextBuffer &text;
  Line first, last;
  Indentation indentation;
  std::vector<TextEdit> edits;
  /// By line, of those that were formatted and moved.
  std::unordered_map<uint32_t, uint32_t> widths;
  /// Comments that wait for the statement behind them.
  std::vector<Line> comments;
  /// How far the last statement moved.
  int64_t lastMove = 0;
  /// Ops at the top level, of all sections: whether a brace is missing in them.
  std::unordered_map<uint32_t, bool> broken;
};

/// The statement that began last, or one around it, that reaches behind
/// `offset`.
StatementId statementOver(const Outline &outline, ByteOffset offset) {
  StatementId id = outline.lastUntil(offset);
  while (id != noStatement && outline.range(id).end <= offset)
    id = outline.parent(id);
  return id;
}

/// The one whose region a brace at `offset` closes.
StatementId closedAt(const Outline &outline, ByteOffset offset) {
  for (StatementId id = outline.lastUntil(offset); id != noStatement;
       id = outline.parent(id))
    for (const RegionText &region : outline.regions(id))
      if (region.isClosed && region.inside.end == offset)
        return id;
  return noStatement;
}

} // namespace

uint32_t Formatter::newWidth(Line line) const {
  auto known = widths.find(line.value);
  return known == widths.end() ? indentation.widthOf(text, line)
                               : known->second;
}

/// How deep the line is that the statement begins in; 0 for the top.
uint32_t Formatter::baseOf(const Section &section, StatementId id) const {
  return newWidth(
      text.lineOf(section.span().inDocument(section.outline().begin(id))));
}

int64_t Formatter::moveOf(const Section &section, StatementId id) const {
  Line line =
      text.lineOf(section.span().inDocument(section.outline().begin(id)));
  return int64_t(newWidth(line)) - indentation.widthOf(text, line);
}

/// Where a brace is missing, the layout tells what is nested where.
bool Formatter::isBroken(const Section &section, StatementId id) {
  const Outline &outline = section.outline();
  while (outline.parent(id) != noStatement)
    id = outline.parent(id);
  uint32_t place = section.start().value + outline.begin(id).value;
  auto [known, isNew] = broken.try_emplace(place, false);
  if (!isNew)
    return known->second;
  StatementId end = outline.behind(id);
  for (StatementId at = id; at != end && !known->second; at = outline.next(at))
    known->second = outline.kind(at) == StatementKind::Other ||
                    outline.lacksBrace(at) || outline.openRegion(at);
  return known->second;
}

void Formatter::stripEnd(const FormatLine &line) {
  if (line.end < line.range.end)
    edits.push_back({{line.end, line.range.end}, ""});
}

void Formatter::put(const FormatLine &line, uint32_t width) {
  widths[text.lineOf(line.range.begin).value] = width;
  DocumentRange blanks{line.range.begin, line.begin};
  std::string wanted = indentation.blanks(width);
  if (text.slice(blanks) != wanted)
    edits.push_back({blanks, std::move(wanted)});
  stripEnd(line);
}

/// Comments move with what follows them, or else with what is before.
void Formatter::flushComments(std::optional<int64_t> by) {
  for (Line line : comments) {
    FormatLine read = readLine(text, line);
    uint32_t width = indentation.widthOf(text, line);
    int64_t moved = std::max<int64_t>(width + by.value_or(lastMove), 0);
    if (width > 0)
      put(read, static_cast<uint32_t>(moved));
  }
  comments.clear();
}

void Formatter::formatLine(Line line) {
  FormatLine read = readLine(text, line);
  if (read.isBlank()) {
    if (!read.range.empty())
      edits.push_back({read.range, ""});
    return;
  }
  if (read.kind == TokenKind::Comment) {
    comments.push_back(line);
    return;
  }
  const Section &section = document.sectionAt(read.begin);
  const Outline &outline = section.outline();
  ByteOffset begin = section.span().inSection(read.begin);
  StatementId over = statementOver(outline, begin);
  uint32_t old = indentation.widthOf(text, line);
  if (over == noStatement || isBroken(section, over)) {
    flushComments(0);
    lastMove = 0;
    return put(read, old);
  }
  if (outline.begin(over) == begin) {
    StatementId around = outline.parent(over);
    bool isLabel = outline.kind(over) == StatementKind::BlockLabel;
    uint32_t base = around == noStatement ? 0 : baseOf(section, around);
    uint32_t width =
        around == noStatement || isLabel ? base : indentation.deeper(base);
    lastMove = int64_t(width) - old;
    flushComments(lastMove);
    return put(read, width);
  }
  flushComments(std::nullopt);
  StatementId closed = read.kind == TokenKind::RightBrace
                           ? closedAt(outline, begin)
                           : noStatement;
  if (closed != noStatement) {
    uint32_t width = baseOf(section, closed);
    lastMove = int64_t(width) - old;
    return put(read, width);
  }
  int64_t moved = old + moveOf(section, over);
  put(read, static_cast<uint32_t>(std::max<int64_t>(moved, 0)));
}

std::vector<TextEdit> Formatter::format() {
  for (Line line = first; line <= last; ++line.value)
    formatLine(line);
  flushComments(std::nullopt);
  std::ranges::stable_sort(
      edits, {}, [](const TextEdit &edit) { return edit.range.begin; });
  return std::move(edits);
}

std::vector<TextEdit> shapels::format(const Document &document, Line first,
                                      Line last, const FormatOptions &options) {
  last.value = std::min(last.value, document.buffer().lineCount() - 1);
  return Formatter(document, first, last, options).format();
}

//===----------------------------------------------------------------------===//
// Behind a line end
//===----------------------------------------------------------------------===//

/// The innermost op with a region that is open at `offset`, of which the brace
/// that closes it may be missing.
static StatementId opAround(const Outline &outline, ByteOffset offset) {
  for (StatementId id = outline.lastUntil(offset); id != noStatement;
       id = outline.parent(id))
    for (const RegionText &region : outline.regions(id))
      if (region.inside.begin <= offset &&
          (!region.isClosed || offset <= region.inside.end))
        return id;
  return noStatement;
}

namespace {
struct TokenInLine {
  TokenKind kind;
  DocumentOffset begin;
};
} // namespace

/// The last token in front of `line`, in the lines above.
static std::optional<TokenInLine> tokenBefore(const TextBuffer &text,
                                              Line line) {
  while (line.value-- > 0) {
    DocumentRange range = text.lineRange(line);
    Lexer lexer(text.slice(range));
    std::optional<TokenInLine> last;
    for (Token token = lexer.next(); !token.is(TokenKind::End);
         token = lexer.next())
      last = {token.kind, range.begin + token.range.begin.value};
    if (last)
      return last;
  }
  return std::nullopt;
}

/// How deep a line is that begins as `line` does.
static uint32_t widthBehindEnter(const Document &document, Line now,
                                 const FormatLine &line,
                                 const Indentation &indentation) {
  const TextBuffer &text = document.buffer();
  const Section &section = document.sectionAt(line.range.begin);
  const Outline &outline = section.outline();
  TextSpan span = section.span();
  std::optional<TokenInLine> before = tokenBefore(text, now);
  bool isContinued = before && isContinuedBehind(before->kind) &&
                     before->kind != TokenKind::LeftBrace;
  if (isContinued) {
    // As deep as the line above, if that goes on with a statement as well.
    Line above = text.lineOf(before->begin);
    uint32_t width = indentation.widthOf(text, above);
    StatementId begun = outline.lastUntil(span.inSection(before->begin));
    bool isFirst = begun != noStatement &&
                   text.lineOf(span.inDocument(outline.begin(begun))) == above;
    return isFirst ? indentation.deeper(indentation.deeper(width)) : width;
  }
  StatementId around = opAround(outline, span.inSection(line.begin));
  if (around == noStatement)
    return 0;
  uint32_t base = indentation.widthOf(
      text, text.lineOf(span.inDocument(outline.begin(around))));
  bool isOuter =
      line.kind == TokenKind::RightBrace || line.kind == TokenKind::BlockName;
  return isOuter ? base : indentation.deeper(base);
}

std::vector<TextEdit> shapels::formatBehindEnter(const Document &document,
                                                 DocumentOffset offset,
                                                 const FormatOptions &options) {
  const TextBuffer &text = document.buffer();
  Line now = text.lineOf(offset);
  if (now.value == 0)
    return {};
  std::vector<TextEdit> edits;
  FormatLine above = readLine(text, {now.value - 1});
  if (above.end < above.range.end)
    edits.push_back({{above.end, above.range.end}, ""});
  FormatLine line = readLine(text, now);
  if (line.kind == TokenKind::Comment)
    return edits;
  Indentation indentation(options);
  DocumentRange blanks{line.range.begin, line.begin};
  std::string wanted =
      indentation.blanks(widthBehindEnter(document, now, line, indentation));
  if (text.slice(blanks) != wanted)
    edits.push_back({blanks, std::move(wanted)});
  return edits;
}
