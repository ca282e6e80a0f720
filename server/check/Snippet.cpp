//===- Snippet.cpp --------------------------------------------------------===//

#include "server/check/Snippet.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>
#include <map>
#include <vector>

using namespace shapels;

namespace {

constexpr unsigned tabWidth = 4;
constexpr llvm::StringLiteral ellipsis = "...";

/// One character of a line as it appears on the screen.
struct Glyph {
  DocumentRange bytes;
  std::string text;
  unsigned width = 1;
};

/// The part of a line that is shown.
struct Window {
  std::vector<Glyph> glyphs;
  bool cutBefore = false, cutAfter = false;
};

using LineMarks = std::vector<Underline>;

uint32_t sequenceLength(llvm::StringRef text) {
  auto *bytes = reinterpret_cast<const llvm::UTF8 *>(text.data());
  return llvm::getUTF8SequenceSize(bytes, bytes + text.size());
}

/// `<U+001B>` for what does not print.
std::string spelledCodePoint(llvm::StringRef sequence) {
  auto *bytes = reinterpret_cast<const llvm::UTF8 *>(sequence.data());
  llvm::UTF32 codePoint = 0;
  llvm::convertUTF8Sequence(&bytes, bytes + sequence.size(), &codePoint,
                            llvm::lenientConversion);
  return llvm::formatv("<U+{0:X-4}>", codePoint);
}

Glyph spelled(DocumentRange bytes, std::string text) {
  auto width = static_cast<unsigned>(text.size());
  return {bytes, std::move(text), width};
}

/// The first character of `rest`, which starts at `offset` of the text and in
/// `column` of the screen.
Glyph nextGlyph(llvm::StringRef rest, DocumentOffset offset, unsigned column) {
  uint32_t length = sequenceLength(rest);
  DocumentRange bytes{offset, offset + std::max(length, 1u)};
  if (length == 0)
    return spelled(bytes, llvm::formatv("<{0:X-2}>", (unsigned char)rest[0]));
  if (rest[0] == '\t')
    return spelled(bytes, std::string(tabWidth - column % tabWidth, ' '));
  llvm::StringRef sequence = rest.take_front(length);
  int width = llvm::sys::unicode::columnWidthUTF8(sequence);
  if (width < 0)
    return spelled(bytes, spelledCodePoint(sequence));
  return {bytes, sequence.str(), static_cast<unsigned>(width)};
}

std::vector<Glyph> glyphsOf(const TextBuffer &text, DocumentRange range) {
  std::vector<Glyph> glyphs;
  llvm::StringRef rest = text.slice(range);
  for (unsigned column = 0; !rest.empty(); column += glyphs.back().width) {
    glyphs.push_back(nextGlyph(
        rest, range.end - static_cast<uint32_t>(rest.size()), column));
    rest = rest.drop_front(glyphs.back().bytes.size());
  }
  return glyphs;
}

unsigned widthOf(llvm::ArrayRef<Glyph> glyphs) {
  unsigned width = 0;
  for (const Glyph &glyph : glyphs)
    width += glyph.width;
  return width;
}

/// The bytes around `focus` that can be on the screen; spares us from looking
/// at megabytes of a constant's digits. Ends between characters.
DocumentRange neighbourhood(const TextBuffer &text, DocumentRange line,
                            DocumentOffset focus, unsigned width) {
  auto isInside = [&](DocumentOffset offset) {
    return offset < line.end && (text.text()[offset.value] & 0xC0) == 0x80;
  };
  uint32_t reach = 4 * width;
  DocumentRange range = line;
  if (focus.value - line.begin.value > reach)
    range.begin = focus - reach;
  if (line.end.value - focus.value > reach)
    range.end = focus + reach;
  for (int i = 0; i < 3 && range.begin > line.begin && isInside(range.begin);
       ++i)
    range.begin = range.begin - 1;
  for (int i = 0; i < 3 && isInside(range.end); ++i)
    range.end = range.end + 1;
  return range;
}

/// Where the eye should land: the first mark if the others fit beside it, else
/// the main one.
DocumentOffset focusOf(const LineMarks &marks, unsigned width) {
  DocumentRange hull = marks.front().range;
  for (const Underline &mark : marks)
    hull = {std::min(hull.begin, mark.range.begin),
            std::max(hull.end, mark.range.end)};
  if (hull.size() <= width / 2)
    return hull.begin;
  for (const Underline &mark : marks)
    if (mark.mark == '^')
      return mark.range.begin;
  return marks.front().range.begin;
}

/// The part of `glyphs` that fits into `width` columns, a third of it before
/// `focus`.
Window clipped(std::vector<Glyph> glyphs, DocumentOffset focus,
               unsigned width) {
  auto first = llvm::find_if(
      glyphs, [&](const Glyph &glyph) { return glyph.bytes.end > focus; });
  auto last = first;
  unsigned used = 0;
  auto takeBefore = [&](unsigned limit) {
    while (first != glyphs.begin() && used + std::prev(first)->width <= limit)
      used += (--first)->width;
  };
  takeBefore(width / 3);
  while (last != glyphs.end() && used + last->width <= width)
    used += (last++)->width;
  takeBefore(width);
  return {{first, last}, first != glyphs.begin(), last != glyphs.end()};
}

Window windowOf(const TextBuffer &text, DocumentRange line,
                DocumentOffset focus, unsigned width) {
  DocumentRange near = neighbourhood(text, line, focus, width);
  std::vector<Glyph> glyphs = glyphsOf(text, near);
  if (near == line && widthOf(glyphs) <= width)
    return {std::move(glyphs)};
  width -= std::min<unsigned>(width, 2 * ellipsis.size());
  Window window = clipped(std::move(glyphs), focus, width);
  window.cutBefore |= near.begin != line.begin;
  window.cutAfter |= near.end != line.end;
  return window;
}

char markAt(const LineMarks &marks, DocumentRange bytes) {
  char result = ' ';
  for (const Underline &mark : marks) {
    bool covers = mark.range.empty() ? bytes.contains(mark.range.begin)
                                     : mark.range.begin < bytes.end &&
                                           bytes.begin < mark.range.end;
    if (covers && result != '^')
      result = mark.mark;
  }
  return result;
}

/// A mark at the end of the line points behind its last character.
char markBehind(const LineMarks &marks, DocumentOffset lineEnd) {
  for (const Underline &mark : marks)
    if (mark.range.begin == lineEnd)
      return mark.mark;
  return ' ';
}

class Painter {
public:
  Painter(const TextBuffer &text, const TextStyle &style)
      : text(text), style(style) {}

  void paintLine(Line line, const LineMarks &marks);
  void paintGap() { result += "  " + ellipsis.str() + "\n"; }
  std::string take() { return std::move(result); }

private:
  void paintGutter(std::string number);
  void paintMarks(const Window &window, const LineMarks &marks,
                  DocumentOffset lineEnd);

  const TextBuffer &text;
  const TextStyle &style;
  std::string result;
};

/// Colors the runs of equal marks and drops blanks at the end.
std::string colored(llvm::StringRef marks, bool color) {
  marks = marks.rtrim(' ');
  if (!color)
    return marks.str();
  std::string result;
  while (!marks.empty()) {
    char mark = marks.front();
    llvm::StringRef run = marks.take_while([=](char c) { return c == mark; });
    marks = marks.drop_front(run.size());
    result += mark == ' '   ? run.str()
              : mark == '^' ? ("\033[1;32m" + run + "\033[0m").str()
                            : ("\033[32m" + run + "\033[0m").str();
  }
  return result;
}

void Painter::paintGutter(std::string number) {
  std::string gutter = llvm::formatv("{0,5} | ", number);
  result += style.color ? "\033[34m" + gutter + "\033[0m" : gutter;
}

void Painter::paintMarks(const Window &window, const LineMarks &marks,
                         DocumentOffset lineEnd) {
  std::string row(window.cutBefore ? ellipsis.size() : 0, ' ');
  for (const Glyph &glyph : window.glyphs)
    row.append(glyph.width, markAt(marks, glyph.bytes));
  if (!window.cutAfter)
    row += markBehind(marks, lineEnd);
  paintGutter("");
  result += colored(row, style.color) + "\n";
}

void Painter::paintLine(Line line, const LineMarks &marks) {
  DocumentRange bytes = text.lineRange(line);
  Window window =
      windowOf(text, bytes, focusOf(marks, style.width), style.width);
  std::string shown;
  for (const Glyph &glyph : window.glyphs)
    shown += glyph.text;
  paintGutter(std::to_string(line.value + 1));
  result += (window.cutBefore ? ellipsis : "").str() +
            llvm::StringRef(shown).rtrim(' ').str() +
            (window.cutAfter ? ellipsis : "").str() + "\n";
  paintMarks(window, marks, bytes.end);
}

/// The part of `range` on `line`, without the blanks around it.
DocumentRange partOnLine(const TextBuffer &text, DocumentRange range,
                         Line line) {
  DocumentRange bytes = text.lineRange(line);
  DocumentRange part{std::clamp(range.begin, bytes.begin, bytes.end),
                     std::clamp(range.end, bytes.begin, bytes.end)};
  llvm::StringRef slice = text.slice(part);
  if (slice.trim().empty())
    return part;
  auto before = static_cast<uint32_t>(slice.size() - slice.ltrim().size());
  auto after = static_cast<uint32_t>(slice.size() - slice.rtrim().size());
  return {part.begin + before, part.end - after};
}

/// Spreads the underlines over the lines to show.
std::map<Line, LineMarks> marksByLine(const TextBuffer &text,
                                      std::span<const Underline> underlines) {
  std::map<Line, LineMarks> lines;
  for (const auto &[range, mark] : underlines) {
    Line first = text.lineOf(range.begin);
    Line last = text.lineOf(range.empty() ? range.end : range.end - 1);
    lines[first].push_back({partOnLine(text, range, first), mark});
    if (last != first)
      lines[last].push_back({partOnLine(text, range, last), mark});
    if (last.value == first.value + 2)
      lines[{first.value + 1}].push_back(
          {partOnLine(text, range, {first.value + 1}), mark});
  }
  return lines;
}

} // namespace

std::string shapels::sourceSnippet(const TextBuffer &text,
                                   std::span<const Underline> underlines,
                                   const TextStyle &style) {
  Painter painter(text, style);
  std::optional<Line> previous;
  for (const auto &[line, marks] : marksByLine(text, underlines)) {
    if (previous && previous->value + 1 != line.value)
      painter.paintGap();
    painter.paintLine(line, marks);
    previous = line;
  }
  return painter.take();
}

std::string shapels::printable(std::string_view text) {
  std::string result;
  for (llvm::StringRef rest = text; !rest.empty();) {
    Glyph glyph = nextGlyph(rest, {0}, 0);
    result += rest.front() == '\n' ? "\n" : glyph.text;
    rest = rest.drop_front(glyph.bytes.size());
  }
  return result;
}
