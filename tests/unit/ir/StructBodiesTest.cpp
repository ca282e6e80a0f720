//===- StructBodiesTest.cpp - Structs that a context would remember -------===//

#include "analysis/Findings.h"

#include "core/analysis/Document.h"
#include "core/ir/context/StructBodies.h"

#include <gtest/gtest.h>

using namespace shapels;
using namespace shapels::test;

namespace {

/// A section with an identified struct of that body.
std::string section(std::string_view body) {
  return "func.func private @f(!llvm.struct<\"a\", " + std::string(body) +
         ">)\n";
}

void replace(Document &document, std::string_view before, std::string after) {
  auto at = static_cast<uint32_t>(document.buffer().text().find(before));
  document.edit(
      {{{at}, {at + static_cast<uint32_t>(before.size())}}, std::move(after)});
  document.update();
}

size_t count(const Document &document) { return document.diagnostics().size(); }

/// As a document that never had another text shows.
void expectAsFresh(const Document &document) {
  Document fresh{std::string(document.buffer().text())};
  fresh.update();
  EXPECT_EQ(findingsOf(document), findingsOf(fresh))
      << document.buffer().text();
}

} // namespace

TEST(StructBodies, AreComparedAsTheyAreWritten) {
  StructBodies bodies;
  EXPECT_TRUE(bodies.add("!llvm.struct<(i32)> structured !llvm.struct<\"a\">"));
  EXPECT_TRUE(bodies.empty());
  EXPECT_TRUE(bodies.add("(!llvm.struct<\"a\", (ptr, i32)>, i32)"));
  EXPECT_TRUE(bodies.add("!llvm.struct< \"a\", (ptr, i32)>"));
  EXPECT_FALSE(bodies.add("!llvm.struct<\"a\", (ptr, i64)>"));
  EXPECT_TRUE(bodies.add("!llvm.struct<\"b\", (struct<\"c\", (i1)>)>"));
  EXPECT_FALSE(bodies.add("!llvm.struct<\"c\", (i2)>"));
  EXPECT_TRUE(bodies.add("!spirv.struct<d, (f32, !spirv.ptr<f32, Uniform>)>"));
  EXPECT_FALSE(bodies.nameAlias());
  EXPECT_TRUE(bodies.add("!llvm.struct<\"e\", (!t)>"));
  EXPECT_TRUE(bodies.nameAlias());
}

TEST(StructBodies, MayDifferBetweenSections) {
  std::string text = section("(i32)") + "// -----\n" + section("(i64)") +
                     "// -----\n!t = i8\n" + section("(!t)") +
                     "// -----\n!t = i16\n" + section("(!t)");
  Document document(text);
  document.update();
  EXPECT_EQ(count(document), 0u);
}

TEST(StructBodies, ChangeWithTheText) {
  Document document("func.func private @g()\n" + section("(i32)"));
  document.update();
  for (const char *body : {"(i64)", "(i64", "(i64)", "opaque", "(i1, i2)"}) {
    std::string_view text = document.buffer().text();
    size_t comma = text.find(", ");
    replace(document, text.substr(comma, text.rfind('>') - comma),
            ", " + std::string(body));
    expectAsFresh(document);
    EXPECT_EQ(count(document) > 0, body == std::string_view("(i64"));
  }
}

TEST(StructBodies, ChangeWithAnAlias) {
  Document document("!t = i32\n" + section("(!t)"));
  document.update();
  replace(document, "i32", "i64");
  expectAsFresh(document);
  EXPECT_EQ(count(document), 0u);
}

TEST(StructBodies, OfOneSectionAgreeAgainWhenOneIsGone) {
  Document document(section("(i32)") +
                    "func.func private @g(!llvm.struct<\"a\", (i64)>)\n");
  document.update();
  EXPECT_EQ(count(document), 1u);
  expectAsFresh(document);
  replace(document, "(i32)", "(i64)");
  EXPECT_EQ(count(document), 0u);
  replace(document, "(i64)", "(i8)");
  EXPECT_EQ(count(document), 1u);
  replace(document, "func.func private @f(!llvm.struct<\"a\", (i8)>)\n", "");
  EXPECT_EQ(count(document), 0u);
}

TEST(StructBodies, AreLookedForInOpenRegions) {
  Document document("module {\n" + section("(i32)") + "// end\n\n");
  document.update();
  replace(document, "module {", "module @m {");
  expectAsFresh(document);
  replace(document, "(i32)", "(i64)");
  expectAsFresh(document);
}
