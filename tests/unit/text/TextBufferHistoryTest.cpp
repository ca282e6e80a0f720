//===- TextBufferHistoryTest.cpp - A text is as if it had no history ------===//
//
// Random edits, on small pages and on those of the product; after each, every
// query is compared with a buffer in one page that never was edited.
//
//===----------------------------------------------------------------------===//

#include "core/text/TextBuffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace shapels;

namespace {

constexpr PositionEncoding encodings[] = {
    PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32};

using Random = std::mt19937;

//===----------------------------------------------------------------------===//
// Scripts
//===----------------------------------------------------------------------===//

/// Taken modulo the text, so that it is an edit of any text.
struct Step {
  uint32_t at, length;
  std::string newText;

  TextEdit on(const std::string &text) const {
    auto size = static_cast<uint32_t>(text.size());
    uint32_t begin = at % (size + 1);
    return {{{begin}, {begin + std::min(length, size - begin)}}, newText};
  }
};

struct Script {
  size_t pageSize;
  std::string text;
  std::vector<Step> steps;
};

std::string randomText(Random &random, size_t size) {
  constexpr std::string_view pieces[] = {
      "a",  "bcd", "0123456789", "\n",   "\r",       "\r\n",     "\n", "é",
      "日", "😀",   "\xFF",       "\x80", "\xF0\x9F", "\x98\x80", "\t", " "};
  std::string text;
  while (text.size() < size)
    text += pieces[random() % std::size(pieces)];
  return text;
}

/// Mostly small, often where pages meet, at times over many of them.
Step randomStep(Random &random, uint32_t pageSize) {
  auto sizeOf = [&]() -> uint32_t {
    switch (random() % 8) {
    case 0:
      return random() % (6 * pageSize);
    case 1:
      return random() % (2 * pageSize);
    default:
      return random() % 5;
    }
  };
  uint32_t at = random() % (1U << 30);
  if (random() % 2)
    at = random() % 16 * pageSize + random() % 7 - 3;
  uint32_t length = random() % 40 ? sizeOf() : ~0U;
  return {at, length, randomText(random, sizeOf())};
}

Script randomScript(Random &random, uint32_t pageSize, size_t steps) {
  Script script{pageSize, randomText(random, random() % (12 * pageSize)), {}};
  while (script.steps.size() < steps)
    script.steps.push_back(randomStep(random, pageSize));
  return script;
}

std::string describe(const std::string &text) {
  return text.size() > 200 ? std::to_string(text.size()) + " bytes"
                           : testing::PrintToString(text);
}

std::string describe(const Script &script) {
  std::string result = "pages of " + std::to_string(script.pageSize) +
                       ", text " + describe(script.text);
  std::string text = script.text;
  for (const Step &step : script.steps) {
    TextEdit edit = step.on(text);
    result += "\n  " + std::to_string(edit.range.begin.value) + " to " +
              std::to_string(edit.range.end.value) + ": " +
              describe(edit.newText);
    text.replace(edit.range.begin.value, edit.range.size(), edit.newText);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// Where each line begins, found the simple way.
std::vector<uint32_t> lineStarts(std::string_view text) {
  std::vector<uint32_t> starts = {0};
  for (uint32_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n' || (text[i] == '\r' && text.substr(i + 1, 1) != "\n"))
      starts.push_back(i + 1);
  return starts;
}

class Comparison {
public:
  /// Looks at everything, or at some `samples` places.
  Comparison(const TextBuffer &buffer, const std::string &text, Random &random,
             size_t samples)
      : buffer(buffer), text(text), fresh(text, 2 * text.size() + 64),
        random(random), samples(samples) {}

  /// What differs; empty if nothing does.
  std::string run() {
    compareSizes();
    auto size = static_cast<uint32_t>(text.size());
    forSome(size + 1, [&](uint32_t at) { compareOffset({at}); });
    if (difference.empty())
      forSome(fresh.lineCount(), [&](uint32_t line) { compareLine({line}); });
    compareSlices();
    return difference;
  }

private:
  template <typename Visitor>
  void forSome(uint32_t count, Visitor visit) {
    bool isAll = count <= samples;
    for (uint32_t i = 0; i < (isAll ? count : samples); ++i)
      visit(isAll ? i : random() % count);
  }

  template <typename T>
  void expect(const T &is, const T &should, std::string what) {
    if (is != should && difference.empty())
      difference = std::move(what);
  }

  void compareSizes() {
    starts = lineStarts(text);
    expect(buffer.end().value, static_cast<uint32_t>(text.size()), "size");
    expect<size_t>(buffer.lineCount(), starts.size(), "number of lines");
    expect<size_t>(fresh.lineCount(), starts.size(), "lines when fresh");
  }

  void compareOffset(DocumentOffset at) {
    std::string where = " of byte " + std::to_string(at.value);
    auto line = std::upper_bound(starts.begin(), starts.end(), at.value) - 1;
    expect<ptrdiff_t>(buffer.lineOf(at).value, line - starts.begin(),
                      "line" + where);
    expect(buffer.lineStart(at).value, *line, "line start" + where);
    for (PositionEncoding encoding : encodings)
      expect(buffer.position(at, encoding), fresh.position(at, encoding),
             "position" + where);
  }

  void compareLine(Line line) {
    std::string where = " of line " + std::to_string(line.value);
    DocumentRange range = fresh.lineRange(line);
    expect(range.begin.value, starts[line.value], "start when fresh" + where);
    expect(buffer.lineRange(line), range, "range" + where);
    for (PositionEncoding encoding : encodings)
      forSome(range.size() + 3, [&](uint32_t column) {
        Position position{line.value, column};
        expect(buffer.offset(position, encoding),
               fresh.offset(position, encoding),
               "offset of column " + std::to_string(column) + where);
      });
  }

  /// All are read when all are there.
  void compareSlices() {
    std::vector<std::pair<DocumentRange, std::string_view>> slices;
    auto size = static_cast<uint32_t>(text.size());
    for (int i = 0; i < 12; ++i) {
      uint32_t begin = random() % (size + 1);
      uint32_t length = i % 2 ? random() % 40 : size;
      DocumentRange range{{begin}, {std::min(begin + length, size)}};
      if (i == 6 && random() % 2)
        slices.push_back({{{0}, {size}}, buffer.text()});
      slices.push_back({range, buffer.slice(range)});
    }
    for (auto &[range, slice] : slices)
      expect<std::string_view>(
          slice, std::string_view(text).substr(range.begin.value, range.size()),
          "slice at " + std::to_string(range.begin.value));
  }

  const TextBuffer &buffer;
  const std::string &text;
  TextBuffer fresh;
  Random &random;
  size_t samples;
  std::vector<uint32_t> starts;
  std::string difference;
};

/// What differs after some step; empty if nothing does.
std::string play(const Script &script, size_t samples) {
  Random random(1);
  std::string text = script.text;
  TextBuffer buffer(text, script.pageSize);
  std::string difference = Comparison(buffer, text, random, samples).run();
  for (const Step &step : script.steps) {
    if (!difference.empty())
      break;
    TextEdit edit = step.on(text);
    text.replace(edit.range.begin.value, edit.range.size(), edit.newText);
    buffer.apply(std::move(edit));
    difference = Comparison(buffer, text, random, samples).run();
  }
  return difference;
}

//===----------------------------------------------------------------------===//
// Shrinking
//===----------------------------------------------------------------------===//

/// Makes a script that fails smaller, as far as so many tries go.
class Shrinker {
public:
  Shrinker(Script &script, size_t samples, int tries)
      : script(script), samples(samples), tries(tries) {}

  void run() {
    for (size_t i = script.steps.size(); i-- > 0;) {
      Script smaller = script;
      smaller.steps.erase(smaller.steps.begin() + static_cast<ptrdiff_t>(i));
      keepIfItFails(std::move(smaller));
    }
    shrinkText([](Script & script) -> auto & { return script.text; });
    for (size_t i = 0; i < script.steps.size(); ++i)
      shrinkText([i](Script & script) -> auto & {
        return script.steps[i].newText;
      });
  }

private:
  bool keepIfItFails(Script smaller) {
    if (tries-- <= 0 || play(smaller, samples).empty())
      return false;
    script = std::move(smaller);
    return true;
  }

  /// Drops parts, ever smaller ones, of the text that `part` finds.
  template <typename Part>
  void shrinkText(Part part) {
    for (size_t length = part(script).size(); length > 0; length /= 2)
      for (size_t at = 0; at < part(script).size() && tries > 0;) {
        Script smaller = script;
        part(smaller).erase(at, length);
        if (!keepIfItFails(std::move(smaller)))
          at += length;
      }
  }

  Script &script;
  size_t samples;
  int tries;
};

/// Looks at everything in small texts, at `samples` places in others.
void check(uint32_t seed, Script script, size_t samples) {
  if (play(script, samples).empty())
    return;
  Shrinker(script, samples, script.pageSize < 100 ? 2000 : 50).run();
  FAIL() << "seed " << seed << ", " << describe(script)
         << "\nwrong: " << play(script, samples);
}

} // namespace

TEST(TextBufferHistory, DoesNotMatterOnSmallPages) {
  constexpr uint32_t pageSizes[] = {7, 8, 9, 13, 32};
  for (uint32_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    Script script = randomScript(random, pageSizes[seed % 5], 20);
    ASSERT_NO_FATAL_FAILURE(check(seed, script, 40));
  }
}

TEST(TextBufferHistory, DoesNotMatterOnPagesOfTheProduct) {
  for (uint32_t seed = 0; seed < 3; ++seed) {
    Random random(seed);
    Script script = randomScript(random, 16 * 1024, 20);
    ASSERT_NO_FATAL_FAILURE(check(seed, script, 10));
  }
}

/// Byte by byte, as it is typed and taken back: each character is broken for
/// a while.
TEST(TextBufferHistory, DoesNotMatterWhereEditsAreNextToEachOther) {
  for (uint32_t seed = 0; seed < 25; ++seed) {
    Random random(seed);
    Script script = randomScript(random, 8, 0);
    uint32_t at = 20;
    for (char byte : randomText(random, 40))
      script.steps.push_back({at++, 0, {byte}});
    for (int i = 0; i < 30; ++i)
      script.steps.push_back({--at, 1, ""});
    ASSERT_NO_FATAL_FAILURE(check(seed, script, 20));
  }
}
