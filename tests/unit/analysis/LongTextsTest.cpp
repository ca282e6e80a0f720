//===- LongTextsTest.cpp - Texts of very many sections or bytes -----------===//

#include "analysis/Edited.h"

#include <string>
#include <vector>

using namespace shapels;
using namespace shapels::test;

namespace {

/// More than have their IR at a time.
constexpr unsigned many = 150;

/// Some are wrong by themselves, some by the flow of sizes.
std::string sectionText(unsigned i) {
  std::string name = "@f" + std::to_string(i), wrong;
  if (i % 10 == 3)
    wrong = "  %9 = arith.negf %u : f32\n";
  if (i % 10 == 7)
    wrong = "  %8 = tensor.empty() : tensor<3xf32>\n"
            "  %9 = tensor.cast %8 : tensor<3xf32> to tensor<?xf32>\n"
            "  %10 = tensor.cast %9 : tensor<?xf32> to tensor<5xf32>\n";
  return "func.func " + name + "(%a: tensor<4xf32>) {\n" +
         "  %0 = tosa.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> "
         "tensor<?xf32>\n" +
         wrong + "  return\n}\n";
}

std::string manySections() {
  std::string text;
  for (unsigned i = 0; i < many; ++i)
    text += (i ? "// -----\n" : "") + sectionText(i);
  return text;
}

std::vector<std::string> messagesOf(const Document &document) {
  std::vector<std::string> messages;
  for (const Diagnostic &diagnostic : document.diagnostics())
    messages.push_back(diagnostic.message);
  return messages;
}

} // namespace

TEST(ManySections, AllAreFoundWrongThatAreAlone) {
  std::vector<std::string> expected;
  for (unsigned i = 0; i < many; ++i) {
    Document alone(sectionText(i));
    alone.update();
    alone.conclude();
    std::vector<std::string> own = messagesOf(alone);
    expected.insert(expected.end(), own.begin(), own.end());
  }
  Document document(manySections());
  document.update();
  document.conclude();
  EXPECT_EQ(messagesOf(document), expected);
  EXPECT_FALSE(expected.empty());
}

/// Those too whose IR was made again, or is not there.
TEST(ManySections, AreEdited) {
  Edited edited(manySections());
  edited.replace("%a: tensor<4xf32>", "%a: tensor<5xf32>")
      .insert("}\n// -----\nfunc.func @f100(", "// a comment\n")
      .replace("@f140(", "@g(")
      .replace("@f2(%a: tensor<4xf32>", "@f2(%a: tensor<4xf32>, %u: f32")
      .replace("negf %u : f32\n  return\n}\n// -----\nfunc.func @f74",
               "negf %a : f32\n  return\n}\n// -----\nfunc.func @f74");
}

/// A keystroke's cost must not grow with the text: nothing asks for all of it
/// in one piece, which is a copy.
TEST(LongTexts, AreNotCopiedByAnEdit) {
  std::string ops;
  for (unsigned i = 0; i < 1'000; ++i)
    ops += "  %" + std::to_string(i) + " = math.exp %a : tensor<4xf32>\n";
  Document document(
      "func.func @f(%a: tensor<4xf32>) {\n" + ops +
      "  return\n}\n{-#\n  dialect_resources: { builtin: { r: \"0x04000000" +
      std::string(1'000'000, '0') + "\" } }\n#-}\n");
  document.update();
  document.conclude();
  auto copiedBy = [&](std::string_view before, std::string_view after) {
    size_t found = document.buffer().text().find(before);
    auto begin = static_cast<uint32_t>(found),
         end = static_cast<uint32_t>(found + before.size());
    // What was asked for until here is not of this edit.
    document.edit({{{begin}, {end}}, std::string(after)});
    document.update();
    document.conclude();
    return document.buffer().copied();
  };
  auto expectFew = [&](std::string_view before, std::string_view after) {
    EXPECT_LT(copiedBy(before, after), 100'000u) << before << " -> " << after;
    EXPECT_LT(copiedBy(after, before), 100'000u) << after << " -> " << before;
  };
  expectFew("%500 = math.exp", "%500 = math.sin");
  expectFew("%500 = math.exp", "%500 = math.nothing");
  expectFew("%500 = math.exp %a", "%500 = math.exp %wrong");
  expectFew("  %500 =", "  // words\n  %500 =");
  for (const char *typed : {"{", "}", "\"", "(", ">", "%"})
    expectFew("  %500 =", typed + std::string("  %500 ="));
}

namespace {

Document outlineOnly(std::string text, uint32_t longest) {
  return Document(std::move(text), [&] {
    Configuration configuration;
    configuration.longestText = longest;
    return configuration;
  }());
}

size_t statementsIn(const Document &document) {
  size_t count = 0;
  for (const auto &section : document.sections())
    for (StatementId id = section->outline().first(); id != noStatement;
         id = section->outline().next(id))
      ++count;
  return count;
}

std::vector<std::string> codesOf(const Document &document) {
  std::vector<std::string> codes;
  for (const Diagnostic &diagnostic : document.diagnostics())
    codes.emplace_back(info(diagnostic.code).id);
  return codes;
}

} // namespace

TEST(LongTexts, HaveNamesAndNoIR) {
  Document document = outlineOnly(sectionText(3), 40);
  document.update();
  EXPECT_TRUE(document.isUpToDate());
  EXPECT_FALSE(document.isToConclude());
  EXPECT_EQ(codesOf(document), std::vector<std::string>{"outline-only"});
  const Section &section = *document.sections().front();
  const Outline &outline = section.outline();
  EXPECT_EQ(statementsIn(document), 4u);
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id)) {
    EXPECT_EQ(section.ir().operationOf(id), nullptr);
    for (const NameOccurrence &name : outline.names(id))
      if (name.kind == NameKind::Value) {
        EXPECT_EQ(section.definitionOf(name).has_value(),
                  section.slice(name.range) != "%u");
      }
  }
}

TEST(LongTexts, SayItAsLoudAsTheUserWants) {
  Configuration configuration;
  configuration.longestText = 40;
  configuration.severity["outline-only"] = Severity::Warning;
  Document document(sectionText(0), configuration);
  document.update();
  ASSERT_EQ(document.diagnostics().size(), 1u);
  EXPECT_EQ(document.diagnostics()[0].severity, Severity::Warning);
  configuration.severity["outline-only"] = std::nullopt;
  document.setConfiguration(configuration);
  document.update();
  EXPECT_TRUE(document.diagnostics().empty());
}

/// As the bound is crossed by edits, in both directions.
TEST(LongTexts, AreCheckedOnceTheyAreShort) {
  std::string text = sectionText(3);
  Document document = outlineOnly(text, static_cast<uint32_t>(text.size()) + 1);
  document.update();
  std::string whole = stateOf(document);
  EXPECT_NE(codesOf(document), std::vector<std::string>{"outline-only"});
  document.edit({{{0}, {0}}, "//"});
  document.update();
  EXPECT_EQ(codesOf(document), std::vector<std::string>{"outline-only"});
  document.edit({{{2}, {2}}, " x\n"});
  document.update();
  EXPECT_EQ(statementsIn(document), 4u);
  EXPECT_EQ(codesOf(document), std::vector<std::string>{"outline-only"});
  document.edit({{{0}, {5}}, ""});
  document.update();
  document.conclude();
  EXPECT_EQ(stateOf(document), whole);
}
