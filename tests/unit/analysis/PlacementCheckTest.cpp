//===- PlacementCheckTest.cpp - Where definitions let ops stand -----------===//

#include "analysis/Findings.h"

#include "ods/TestCatalogue.h"

using namespace shapels;
using namespace shapels::test;

namespace {

OpDefinition named(std::string name, std::string cppClass,
                   std::vector<std::string> traits = {}) {
  OpDefinition op;
  op.name = std::move(name);
  op.cppClass = std::move(cppClass);
  op.place = {"/project/My.td", 7};
  op.assemblyFormat = "attr-dict";
  for (std::string &trait : traits)
    op.traits.push_back({"::mlir::OpTrait::" + std::move(trait)});
  return op;
}

OpDefinition withRegion(OpDefinition op) {
  op.regions = {{"body"}};
  op.assemblyFormat = "$body attr-dict";
  return op;
}

/// `my.loop` and `my.graph`, which needs no end; `my.yield` ends loops;
/// `my.step` stands in loops, `my.any` anywhere.
CatalogueContents definitions() {
  return {{withRegion(named("my.loop", "::my::LoopOp")),
           withRegion(named("my.graph", "::my::GraphOp", {"NoTerminator"})),
           named("my.yield", "::my::YieldOp",
                 {"IsTerminator", "HasParent<LoopOp>::Impl"}),
           named("my.step", "::my::StepOp",
                 {"HasParent<my::LoopOp, func::FuncOp>::Impl"}),
           named("my.any", "::my::AnyOp")},
          {},
          {}};
}

Configuration configured(CatalogueContents contents = definitions()) {
  Configuration configuration;
  configuration.projectOps = catalogueOf(std::move(contents));
  configuration.severity["unknown-dialect"] = std::nullopt;
  return configuration;
}

std::string found(const std::string &text,
                  CatalogueContents contents = definitions()) {
  return findingsIn(text, configured(std::move(contents)));
}

constexpr const char *noParent =
    "must stand in 'my.loop' or func::FuncOp by its definition, and not in ";

} // namespace

TEST(PlacementCheck, AnOpStandsInWhatItsDefinitionNames) {
  EXPECT_EQ(found("my.loop {\n  my.step\n  my.yield\n}\n"
                  "func.func @f() {\n  my.step\n  return\n}\n"),
            "");
  EXPECT_EQ(found("my.graph {\n  my.any\n  my.step\n}\n"),
            "3:3-10 warning[ods-mismatch] 'my.step' " + std::string(noParent) +
                "'my.graph' (My.td:7)\n");
  EXPECT_EQ(found("\"my.step\"() : () -> ()\n"),
            "1:2-9 warning[ods-mismatch] 'my.step' " + std::string(noParent) +
                "'builtin.module' (My.td:7)\n");
}

TEST(PlacementCheck, SaysNothingWhereTheOpAroundIsNotKnown) {
  EXPECT_EQ(found("other.op {\n  my.any\n  my.step\n}\n"), "");
  EXPECT_EQ(found("my.new {\n  my.any\n  my.step\n}\n"), "");
  CatalogueContents partial = definitions();
  partial.ops[1].isPartial = true;
  EXPECT_EQ(found("my.graph {\n  my.any\n  my.step\n}\n", std::move(partial)),
            "");
  // A project's own trait of the same word may mean anything.
  CatalogueContents own = definitions();
  own.ops[3].traits = {{"::my::OpTrait::HasParent<LoopOp>::Impl"}};
  EXPECT_EQ(found("my.graph {\n  my.any\n  my.step\n}\n", std::move(own)), "");
}

TEST(PlacementCheck, NothingFollowsATerminator) {
  EXPECT_EQ(found("my.loop {\n  my.yield\n  my.any\n}\n"),
            "1:1-8 warning[ods-mismatch] 'my.loop' needs a terminator at the "
            "end of its blocks by its definition, and 'my.any' is none "
            "(My.td:7)\n"
            "2:3-11 warning[ods-mismatch] 'my.yield' ends its block by its "
            "definition, but 'my.any' follows (My.td:7)\n");
  EXPECT_EQ(found("my.loop {\n  my.any\n  my.yield\n^bb1:\n  my.yield\n}\n"),
            "");
}

TEST(PlacementCheck, BlocksEndWithATerminator) {
  std::string lacks =
      "1:1-8 warning[ods-mismatch] 'my.loop' needs a terminator at the end of "
      "its blocks by its definition, and 'my.any' is none (My.td:7)\n";
  EXPECT_EQ(found("my.loop {\n  my.any\n  my.any\n}\n"), lacks);
  EXPECT_EQ(found("my.graph {\n  my.any\n  my.any\n}\nmy.loop {\n}\n"
                  "my.loop {\n  other.end\n}\n"),
            "");
  // The parser may add the terminator that a text leaves out.
  CatalogueContents implicit = definitions();
  implicit.ops[0].traits = {
      {"::mlir::OpTrait::SingleBlockImplicitTerminator<YieldOp>::Impl"}};
  EXPECT_EQ(found("my.loop {\n  my.any\n  my.any\n}\n", implicit), "");
  EXPECT_EQ(
      found("\"my.loop\"() ({\n  my.any\n  my.any\n}) : () -> ()\n", implicit)
          .substr(0, 40),
      "1:2-9 warning[ods-mismatch] 'my.loop' ne");
  implicit = definitions();
  implicit.ops[0].assemblyFormat = "custom<Body>($body) attr-dict";
  EXPECT_EQ(found("my.loop {\n  my.any\n  my.any\n}\n", std::move(implicit)),
            "");
}

TEST(PlacementCheck, WhatIsIsolatedUsesNothingFromOutside) {
  CatalogueContents isolated = definitions();
  isolated.ops[1].traits.push_back({"::mlir::OpTrait::IsIsolatedFromAbove"});
  auto within = [&](const std::string &op) {
    return found("func.func @f(%a: i32) {\n  my.graph {\n    %b = "
                 "arith.constant 1 : i32\n    " +
                     op + "\n  }\n  return\n}\n",
                 isolated);
  };
  std::string wrong = "warning[ods-mismatch] 'my.graph' is isolated from above "
                      "by its definition, but %a is defined outside of it "
                      "(My.td:7)\n";
  EXPECT_EQ(within("%c = arith.addi %b, %b : i32"), "");
  EXPECT_EQ(within("%c = arith.addi %b, %a : i32"), "4:10-20 " + wrong);
  EXPECT_EQ(within("other.use %a : i32"), "4:5-14 " + wrong);
  EXPECT_EQ(within("my.loop {\n %c = arith.addi %a, %a : i32\n my.yield\n}"),
            "5:7-17 " + wrong);
  isolated.ops[1].isPartial = true;
  EXPECT_EQ(within("%c = arith.addi %b, %a : i32"), "");
}

/// Edits of lines in a unit that is edited by statements.
TEST(PlacementCheck, FollowsEdits) {
  std::string many;
  for (int i = 0; i < 40; ++i)
    many += "  my.any\n";
  std::string text = "my.loop {\n" + many + "  my.step\n  my.yield\n}\n";
  Document document(text, configured());
  document.update();
  EXPECT_EQ(findingsOf(document), "");
  auto replace = [&](const std::string &before, const std::string &after) {
    auto at = static_cast<uint32_t>(text.find(before));
    text.replace(at, before.size(), after);
    document.edit(
        {{DocumentOffset{at}, DocumentOffset{at + uint32_t(before.size())}},
         after});
    document.update();
    EXPECT_EQ(findingsOf(document), findingsIn(text, configured()))
        << before << " replaced by " << after;
    return findingsOf(document);
  };
  EXPECT_NE(replace("my.loop", "my.graph"), "");
  EXPECT_EQ(replace("my.graph", "my.loop"), "");
  EXPECT_NE(replace("  my.yield\n}", "  my.yield\n  my.any\n}"), "");
  EXPECT_EQ(replace("  my.yield\n  my.any\n}", "  my.yield\n}"), "");
  EXPECT_NE(replace("  my.yield\n", ""), "");
  EXPECT_EQ(replace("  my.step\n}", "  my.step\n  my.yield\n}"), "");
}

TEST(PlacementCheck, FollowsEditsOfWhatIsIsolated) {
  CatalogueContents isolated = definitions();
  isolated.ops[1].traits.push_back({"::mlir::OpTrait::IsIsolatedFromAbove"});
  std::string text = "func.func @f(%a: i32) {\n  my.dozen {\n";
  for (int i = 0; i < 40; ++i)
    text += "    %b" + std::to_string(i) + " = arith.addi %a, %a : i32\n";
  text += "  }\n  return\n}\n";
  Document document(text, configured(isolated));
  document.update();
  EXPECT_EQ(findingsOf(document), "");
  for (auto [before, after] :
       {std::pair("dozen", "graph"), std::pair("graph", "grape")}) {
    auto at = static_cast<uint32_t>(text.find(before));
    text.replace(at, 5, after);
    document.edit({{DocumentOffset{at}, DocumentOffset{at + 5}}, after});
    document.update();
    EXPECT_EQ(findingsOf(document), findingsIn(text, configured(isolated)))
        << after;
  }
}
