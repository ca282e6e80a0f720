//===- PreviewTest.cpp - A part says what the whole says ------------------===//

#include "equality/Texts.h"
#include "shape/RandomProgram.h"

#include "core/analysis/Preview.h"
#include "core/analysis/Section.h"
#include "server/features/Hover.h"
#include "server/features/InlayHints.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <sstream>

using namespace shapels;
using namespace shapels::test;

namespace {

constexpr PositionEncoding encoding = PositionEncoding::Utf16;

std::string placed(const TextBuffer &text, DocumentOffset place) {
  Position position = text.position(place, encoding);
  return std::to_string(position.line) + ":" +
         std::to_string(position.character) + " ";
}

/// What is said in some lines, by places that are those of the whole as well.
class Said {
public:
  Said(const Document &document, LineRange lines)
      : document(document), text(document.buffer()), lines(lines) {}

  std::set<std::string> findings(std::span<const Diagnostic> all) const {
    std::set<std::string> said;
    for (const Diagnostic &each : all)
      if (isIn(each.range.begin))
        said.insert(placed(text, each.range.begin) +
                    placed(text, each.range.end) + each.message);
    return said;
  }
  std::vector<std::string> hovers() const {
    std::vector<std::string> said;
    for (const auto &section : document.sections())
      for (StatementId id = section->outline().first(); id != noStatement;
           id = section->outline().next(id))
        for (const NameOccurrence &name : section->outline().names(id))
          if (DocumentOffset place =
                  section->span().inDocument(name.range.begin);
              isIn(place))
            said.push_back(placed(text, place) + hoverAt(place));
    return said;
  }
  std::vector<std::string> hints() const {
    std::vector<std::string> said;
    for (const InlayHint &hint :
         inlayHints(document, {{0}, text.end()}, InlayHintMode::All))
      if (isIn(hint.place))
        said.push_back(placed(text, hint.place) + hint.label);
    return said;
  }

private:
  bool isIn(DocumentOffset place) const {
    uint32_t line = text.lineOf(place).value;
    return lines.first <= line && line <= lines.last;
  }
  std::string hoverAt(DocumentOffset place) const {
    std::optional<Hover> found = hover(document, place, {});
    return found ? found->text : "nothing";
  }

  const Document &document;
  const TextBuffer &text;
  LineRange lines;
};

/// The lines of the function there; of something else none.
LineRange functionAt(const Document &document, uint32_t line) {
  LineRange lines{line, line};
  const Section &section = *document.sections().front();
  const Outline &outline = section.outline();
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id)) {
    SectionRange range = outline.range(id);
    LineRange own{section.lineOf(range.begin), section.lineOf(range.end)};
    bool isAround = own.first <= line && line <= own.last;
    if (isAround && outline.opName(id) != "module")
      return own;
  }
  return lines;
}

unsigned previews = 0;

/// Compares at some lines, in a text that is as long as those are of which
/// there are previews.
void check(const std::string &name, std::string contents, unsigned seed) {
  SCOPED_TRACE(name);
  size_t lineCount = TextBuffer(contents).lineCount();
  contents.append(64 << 10, '\n');
  std::mt19937 random(seed);
  Document whole(contents);
  whole.update();
  if (whole.sections().size() != 1)
    return;
  for (int i = 0; i < 4; ++i) {
    uint32_t line = uint32_t(random() % lineCount);
    auto preview = Preview::make(whole, {line, line}, CrashGuard::none());
    if (!preview)
      continue;
    ++previews;
    LineRange lines = functionAt(whole, line);
    EXPECT_TRUE(preview->covers(lines));
    Said expected(whole, lines), said(preview->document(), lines);
    EXPECT_EQ(said.hovers(), expected.hovers());
    EXPECT_EQ(said.hints(), expected.hints());
    std::set<std::string> all = expected.findings(whole.diagnostics());
    for (const std::string &finding : said.findings(preview->diagnostics()))
      EXPECT_TRUE(all.contains(finding)) << finding;
  }
}

/// Tests have comments that keep a part from being looked at alone.
std::string withoutComments(const std::string &text) {
  std::istringstream lines(text);
  std::string all;
  for (std::string line; std::getline(lines, line);)
    if (line.find("//") == line.npos)
      all += line + "\n";
  return all;
}

/// One text of several, as they are in files of many functions.
std::string joined(const std::vector<Text> &texts, size_t first, size_t count) {
  std::string all;
  for (size_t i = first; i < first + count; ++i)
    all += withoutComments(texts[i % texts.size()].contents) + "\n";
  return all;
}

std::string wrongFunction(int number) {
  return "func.func @w" + std::to_string(number) +
         "(%a: tensor<3xf32>, %b: tensor<4xf32>, %c: tensor<?xf32>) {\n"
         "  %0 = tosa.add %a, %b : (tensor<3xf32>, tensor<4xf32>) -> "
         "tensor<4xf32>\n"
         "  %1 = math.exp %c : tensor<?xf32>\n"
         "  return\n}\n";
}

} // namespace

TEST(Preview, SaysTheSameInTestData) {
  previews = 0;
  unsigned seed = 0;
  for (const Text &text : testData())
    check(text.name, text.contents, ++seed);
  EXPECT_GT(previews, 5u);
}

TEST(Preview, SaysTheSameInTheCorpus) {
  std::vector<Text> texts = corpus(6'000);
  if (texts.empty())
    GTEST_SKIP() << "../shared/corpus is not there";
  previews = 0;
  for (unsigned seed = 1; seed <= 150; ++seed)
    check("texts from " + std::to_string(seed), joined(texts, seed * 3, 3),
          seed);
  EXPECT_GT(previews, 20u);
}

TEST(Preview, SaysTheSameInRandomPrograms) {
  previews = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::string text;
    for (unsigned i = 0; i < 3; ++i)
      text += RandomProgram(seed * 3 + i).text() + "\n";
    check("programs from " + std::to_string(seed), text, seed);
  }
  EXPECT_GT(previews, 40u);
}

TEST(Preview, HasTheFindingsOfItsFunctions) {
  Document whole(wrongFunction(0) + wrongFunction(1) + wrongFunction(2));
  whole.update();
  auto preview = Preview::make(whole, {6, 6}, CrashGuard::none());
  ASSERT_TRUE(preview);
  EXPECT_TRUE(preview->covers({5, 9}));
  EXPECT_FALSE(preview->covers({4, 4}));
  EXPECT_FALSE(preview->covers({10, 10}));
  std::vector<Diagnostic> found = preview->diagnostics();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(placed(preview->document().buffer(), found[0].range.begin),
            placed(whole.buffer(), whole.diagnostics()[1].range.begin));
}

TEST(Preview, OfFunctionsThatRestOnOthersThereIsNone) {
  for (const char *text :
       {"func.func @f() {\n  call @g() : () -> ()\n  return\n}\n",
        "// shapels: ignore\nfunc.func @f() {\n  return\n}\n",
        "func.func @f() {\n  return\n} func.func @h() {\n  return\n}\n"}) {
    Document whole(text + wrongFunction(0));
    whole.update();
    EXPECT_FALSE(Preview::make(whole, {1, 1}, CrashGuard::none())) << text;
  }
  Document whole(wrongFunction(0));
  whole.update();
  EXPECT_FALSE(Preview::make(whole, {6, 9}, CrashGuard::none()));
}
