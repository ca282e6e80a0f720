//===- EditTest.cpp - Analysis is a function of the text ------------------===//

#include "ByStatements.h"
#include "analysis/Findings.h"

#include "core/analysis/Section.h"

#include <random>

using namespace shapels;
using namespace shapels::test;

namespace {

constexpr std::string_view sections =
    "// shapels: ignore[implicit-static-cast]\n"
    "func.func @f(%a: tensor<2x?xi32>, %b: tensor<3xi32>) {\n"
    "  %0 = \"test.broadcastable\"(%a, %b) : (tensor<2x?xi32>, "
    "tensor<3xi32>) -> tensor<2x3xi32>\n"
    "  return\n"
    "}\n"
    "\n"
    "// -----\n"
    "\n"
    "!t = tensor<4xi32>\n"
    "func.func @g(%a: !t, %b: !t) -> !t {\n"
    "  // expected-error @below {{does not}}\n"
    "  %0 = tosa.add %a, %b : (!t, !t) -> !t\n"
    "  return %0 : !t\n"
    "}\n"
    "func.func private @h()\n"
    "// -----\n"
    "module {\n"
    "  func.func @i(%c: i1) {\n"
    "    scf.if %c {\n"
    "      func.call @i(%c) : (i1) -> ()\n"
    "    }\n"
    "    return\n"
    "  }\n"
    "}\n";

/// What a test compares: findings with all that they carry, and the sections.
void expectSame(const Document &edited, const Document &fresh) {
  ASSERT_EQ(edited.buffer().text(), fresh.buffer().text());
  EXPECT_EQ(findingsOf(edited), findingsOf(fresh));
  EXPECT_TRUE(
      std::equal(edited.diagnostics().begin(), edited.diagnostics().end(),
                 fresh.diagnostics().begin(), fresh.diagnostics().end()));
  ASSERT_EQ(edited.sections().size(), fresh.sections().size());
  for (size_t i = 0; i < edited.sections().size(); ++i) {
    EXPECT_EQ(edited.sections()[i]->range(), fresh.sections()[i]->range());
    EXPECT_EQ(edited.sections()[i]->text(), fresh.sections()[i]->text());
  }
}

class RandomEdits {
public:
  explicit RandomEdits(uint32_t seed) : random(seed) {}

  TextEdit next(const TextBuffer &buffer) {
    static constexpr std::string_view pieces[] = {
        "",
        "x",
        "}",
        "{",
        ">",
        "(",
        ")",
        "\"",
        "\n",
        "\r\n",
        "%a",
        "%b",
        "tensor<",
        "3xi32>",
        "// ",
        "4",
        "?x",
        "@f",
        "@h",
        "!t",
        "return\n",
        "// -----\n",
        "\n// -----\n",
        "// shapels: ignore[mlir-parse]\n",
        "// expected-error @below {{does not}}\n",
        "func.func private @x()\n"};
    uint32_t size = buffer.end().value;
    uint32_t begin = below(size + 1);
    uint32_t length = below(4) ? 0 : std::min(below(12), size - begin);
    return {{{begin}, {begin + length}},
            std::string(pieces[below(std::size(pieces))])};
  }

  uint32_t below(uint32_t bound) {
    return static_cast<uint32_t>(random() % bound);
  }

private:
  std::mt19937 random;
};

} // namespace

TEST(Edits, ShowWhatAFreshDocumentShows) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    RandomEdits edits(seed);
    std::optional<ByStatements> byStatements;
    if (seed % 2 == 0)
      byStatements.emplace();
    Document document{std::string(sections)};
    document.update();
    std::string history;
    for (int step = 0; step < 15; ++step) {
      // Sometimes several edits before an update.
      for (uint32_t count = 1 + edits.below(2); count > 0; --count) {
        TextEdit edit = edits.next(document.buffer());
        history += "[" + std::to_string(edit.range.begin.value) + ", " +
                   std::to_string(edit.range.end.value) + ") -> \"" +
                   edit.newText + "\"\n";
        document.edit(edit);
      }
      document.update();
      EXPECT_TRUE(document.isUpToDate());
      Document fresh{std::string(document.buffer().text())};
      fresh.update();
      expectSame(document, fresh);
      if (testing::Test::HasFailure())
        FAIL() << "seed " << seed << ", edits:\n"
               << history << "text:\n"
               << document.buffer().text();
    }
  }
}

/// Every edit that types a character into, or removes one from, a small text.
TEST(Edits, OfOneCharacterAnywhere) {
  const std::string text = "func.func @f(%a: tensor<3xi32>) {\n"
                           "  return\n"
                           "}\n// -----\nmodule {}\n";
  for (const char *typed : {"", "\"", "}", "\n"})
    for (uint32_t at = 0; at < text.size(); ++at) {
      Document document(text);
      document.update();
      document.edit({{{at}, {at + (*typed ? 0 : 1)}}, typed});
      document.update();
      Document fresh{std::string(document.buffer().text())};
      fresh.update();
      expectSame(document, fresh);
      ASSERT_FALSE(testing::Test::HasFailure()) << document.buffer().text();
    }
}

/// The same in what tells where sections are, and whether they are MLIR.
TEST(Edits, OfOneCharacterInBorders) {
  for (const std::string text :
       {"// RUN: x -split-input-file\nfunc.func private @f()\n// -----\n"
        "func.func private @f()\n",
        "// RUN: x\nmodule {\n// -----\n}\n",
        "//--- a.mlir\nfunc.func private @f()\n//--- b.py\nfunc f {\n"
        "//--- c\nfunc.func private @f()\n",
        "// -----// IR Dump x\nfunc.func private @f()\n"
        "// -----// IR Dump y\nfunc.func private @f()\n"})
    for (const char *typed : {"", "-", "\n", "x"})
      for (uint32_t at = 0; at < text.size(); ++at) {
        Document document(text);
        document.update();
        document.edit({{{at}, {at + (*typed ? 0 : 1)}}, typed});
        document.update();
        Document fresh{std::string(document.buffer().text())};
        fresh.update();
        expectSame(document, fresh);
        ASSERT_FALSE(testing::Test::HasFailure()) << document.buffer().text();
      }
}

/// What is no MLIR stays so while it is edited.
TEST(Edits, InAPartThatIsNoMlir) {
  Document document("//--- a.mlir\nmodule {}\n//--- b.py\nmodule {\n");
  document.update();
  EXPECT_TRUE(document.diagnostics().empty());
  document.edit({{document.buffer().end(), document.buffer().end()}, "{{ %"});
  document.update();
  EXPECT_TRUE(document.diagnostics().empty());
  // Its name decides.
  auto py = static_cast<uint32_t>(document.buffer().text().find("py"));
  document.edit({{{py}, {py + 2}}, "mlir"});
  document.update();
  EXPECT_FALSE(document.diagnostics().empty());
}

/// An edit in one section leaves the others as they are, in memory too.
TEST(Edits, LeaveOtherSectionsAlone) {
  Document document{std::string(sections)};
  document.update();
  ASSERT_EQ(document.sections().size(), 3u);
  const Section *first = document.sections()[0].get();
  const Section *second = document.sections()[1].get();
  const Section *third = document.sections()[2].get();
  const SectionIR *firstIr = &first->ir(), *thirdIr = &third->ir();
  auto at = static_cast<uint32_t>(sections.find("@h"));
  document.edit({{{at + 1}, {at + 2}}, "renamed"});
  document.update();
  ASSERT_EQ(document.sections().size(), 3u);
  EXPECT_EQ(document.sections()[0].get(), first);
  // This one is edited in place.
  EXPECT_EQ(document.sections()[1].get(), second);
  EXPECT_NE(second->text().find("@renamed"), std::string_view::npos);
  EXPECT_EQ(document.sections()[2].get(), third);
  EXPECT_EQ(&first->ir(), firstIr);
  EXPECT_EQ(&third->ir(), thirdIr);
  EXPECT_EQ(third->start().value, sections.rfind("// -----") + 8 + 6);
}

TEST(Sections, AreFoundByOffset) {
  Document document("a.b\n// -----\nc.d\n// -----\n");
  document.update();
  ASSERT_EQ(document.sections().size(), 3u);
  EXPECT_EQ(&document.sectionAt({0}), document.sections()[0].get());
  EXPECT_EQ(&document.sectionAt({14}), document.sections()[1].get());
  EXPECT_EQ(&document.sectionAt(document.buffer().end()),
            document.sections()[2].get());
  // Every byte is in the section that sectionAt() says.
  for (uint32_t at = 0; at < document.buffer().end().value; ++at)
    EXPECT_TRUE(document.sectionAt({at}).range().touches({at})) << at;
}

TEST(Sections, HaveSymbolsOfTheirOwn) {
  const char *text = "func.func private @f()\n// -----\n"
                     "func.func private @f()\n";
  EXPECT_EQ(findingsIn(text), "");
}

TEST(Sections, OfSplitFileKnowEachOthersSymbols) {
  std::string call = "func.func @f() {\n  call @g() : () -> ()\n  return\n}\n";
  EXPECT_EQ(findingsIn("//--- a.mlir\n" + call +
                       "//--- b.mlir\nfunc.func private @g()\n"),
            "");
  EXPECT_NE(findingsIn(call + "// -----\nfunc.func private @g()\n"), "");
}

/// More than move together, more findings than are shown, and one hint about
/// the dialects of all of them.
TEST(Sections, OfWhichThereAreManyStayAsFresh) {
  std::string text;
  for (int i = 0; i < 200; ++i)
    text += "func.func @f(%a: i32) {\n  %0 = arith.addi %a, %a : " +
            std::string(i % 3 ? "i32" : "i64") + "\n  d" +
            std::to_string(i % 7) + ".op %0 : i32\n  return\n}\n// -----\n";
  Configuration configuration;
  configuration.maxDiagnostics = 20;
  Document document(text, configuration);
  document.update();
  std::mt19937 random(7);
  constexpr std::pair<std::string_view, std::string_view> changes[] = {
      {"i64", "i32"},    {"i32\n", "i64\n"},       {"// -----\n", ""},
      {"d3.op", "x.op"}, {"return", "\n  return"}, {"}\n", "}\n// -----\n"}};
  for (int i = 0; i < 150; ++i) {
    const auto &[from, to] = changes[random() % std::size(changes)];
    std::string_view now = document.buffer().text();
    size_t at = now.find(from, random() % now.size());
    if (at == now.npos)
      continue;
    auto begin = static_cast<uint32_t>(at);
    document.edit({{{begin}, {begin + static_cast<uint32_t>(from.size())}},
                   std::string(to)});
    document.update();
    if (i % 10 != 0)
      continue;
    Document fresh(std::string(document.buffer().text()), configuration);
    fresh.update();
    expectSame(document, fresh);
    ASSERT_FALSE(testing::Test::HasFailure());
  }
}
