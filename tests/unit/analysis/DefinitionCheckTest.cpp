//===- DefinitionCheckTest.cpp - Ops that break their definitions ---------===//

#include "analysis/Findings.h"

#include "ods/TestCatalogue.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// `my.op` of two operands and a result.
OpDefinition definition(std::string trait = "") {
  OpDefinition op;
  op.name = "my.op";
  op.operands = {value("lhs"), value("rhs")};
  op.results = {value("result")};
  op.place = {"/project/include/My.td", 7};
  op.assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) "
                      "`->` type($result)";
  if (!trait.empty())
    op.traits = {{std::move(trait)}};
  return op;
}

/// What is said of the statement in a function with `%a : tensor<2xf32>`, `%b :
/// tensor<3xf32>` and `%t : !my.type`, where the op is defined so.
std::string mismatch(const OpDefinition &op, const std::string &statement) {
  Configuration configuration;
  configuration.projectOps = catalogueOf({{op}, {}, {}});
  configuration.severity["unknown-dialect"] = std::nullopt;
  std::string found = findingsIn(
      "func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>, %t: !my.type) {\n" +
          statement + "\nreturn\n}\n",
      configuration);
  size_t begin = found.find("[ods-mismatch] 'my.op' ");
  if (begin == found.npos)
    return found;
  return found.substr(begin + 23, found.find('\n') - begin - 23);
}

std::string sameShape() {
  return "::mlir::OpTrait::SameOperandsAndResultShape";
}

} // namespace

TEST(DefinitionCheck, CountsOperandsResultsRegionsAndSuccessors) {
  OpDefinition op = definition();
  EXPECT_EQ(mismatch(op, "%0 = \"my.op\"(%a) : (tensor<2xf32>) -> f32"),
            "has 1 operand, but is defined with 2 (My.td:7)");
  EXPECT_EQ(
      mismatch(op, "\"my.op\"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> ()"),
      "has 0 results, but is defined with 1 (My.td:7)");
  op.operands[1].arity = Arity::Optional;
  op.results[0].arity = Arity::Variadic;
  EXPECT_EQ(mismatch(op, "\"my.op\"(%a) : (tensor<2xf32>) -> ()"), "");
  EXPECT_EQ(mismatch(op, "\"my.op\"() : () -> ()"),
            "has 0 operands, but is defined with 1 to 2 (My.td:7)");
  op.operands[1].arity = Arity::Variadic;
  EXPECT_EQ(mismatch(op, "\"my.op\"() : () -> ()"),
            "has 0 operands, but is defined with at least 1 (My.td:7)");
  op.regions = {{"body"}};
  EXPECT_EQ(mismatch(op, "\"my.op\"(%a) : (tensor<2xf32>) -> ()"),
            "has 0 regions, but is defined with 1 (My.td:7)");
  EXPECT_EQ(mismatch(op, "\"my.op\"(%a) ({}) : (tensor<2xf32>) -> ()"), "");
}

TEST(DefinitionCheck, WantsAttributesThatHaveNoDefault) {
  OpDefinition op = definition();
  op.operands.clear();
  op.results.clear();
  op.attributes.resize(4);
  op.attributes[0].name = "axis";
  op.attributes[1].name = "mode";
  op.attributes[1].defaultValue = "0";
  op.attributes[2].name = "hint";
  op.attributes[2].flags = AttributeDefinition::Optional;
  op.attributes[3].name = "flag";
  op.attributes[3].flags = AttributeDefinition::Unit;
  EXPECT_EQ(mismatch(op, "\"my.op\"() {mode = 1 : i32} : () -> ()"),
            "lacks the attribute 'axis' of its definition (My.td:7)");
  EXPECT_EQ(mismatch(op, "\"my.op\"() {axis = 1 : i32} : () -> ()"), "");
  EXPECT_EQ(mismatch(op, "\"my.op\"() <{axis = 1 : i32}> : () -> ()"), "");
}

TEST(DefinitionCheck, HoldsTypesAgainstMlirsTraits) {
  std::string generic = "%0 = \"my.op\"(%a, %b) : (tensor<2xf32>, "
                        "tensor<3xf32>) -> tensor<2xf32>";
  EXPECT_EQ(mismatch(definition(sameShape()), generic),
            "breaks 'SameOperandsAndResultShape' of its definition: requires "
            "the same shape for all operands and results (My.td:7)");
  EXPECT_EQ(mismatch(definition(sameShape()),
                     "%0 = \"my.op\"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) "
                     "-> tensor<?xi1>"),
            "");
  // A project's own trait of the same word may mean anything.
  EXPECT_EQ(mismatch(definition("::my::OpTrait::SameOperandsAndResultShape"),
                     generic),
            "");
  EXPECT_EQ(
      mismatch(definition("::mlir::OpTrait::SameOperandsElementType"), generic),
      "");
}

TEST(DefinitionCheck, ReadsTheTypesOfACustomForm) {
  EXPECT_EQ(mismatch(definition(sameShape()),
                     "%0 = my.op %a, %b : tensor<2xf32>, tensor<3xf32> -> "
                     "tensor<2xf32>"),
            "breaks 'SameOperandsAndResultShape' of its definition: requires "
            "the same shape for all operands and results (My.td:7)");
  // A result that a defined op states is certain.
  EXPECT_NE(mismatch(definition(sameShape()),
                     "%0 = my.op %a, %a : tensor<2xf32>, tensor<2xf32> -> "
                     "tensor<2xf32>\n%1 = my.op %0, %b : tensor<2xf32>, "
                     "tensor<3xf32> -> tensor<2xf32>"),
            "");
}

TEST(DefinitionCheck, SaysNothingOfWhatIsNotCertain) {
  std::string wrong = "%0 = \"my.op\"(%a) : (tensor<2xf32>) -> f32";
  OpDefinition partial = definition();
  partial.isPartial = true;
  EXPECT_EQ(mismatch(partial, wrong), "");
  // A text that does not follow the format, or a type that nobody knows.
  EXPECT_EQ(mismatch(definition(), "%0 = my.op %a : tensor<2xf32>"), "");
  EXPECT_EQ(mismatch(definition("::mlir::OpTrait::SameTypeOperands"),
                     "%0 = \"my.op\"(%a, %t) : (tensor<2xf32>, !my.type) -> "
                     "f32"),
            "");
  EXPECT_EQ(mismatch(definition("::mlir::OpTrait::SameTypeOperands"),
                     "%1 = other.op\n%0 = my.op %a, %1 : tensor<2xf32>, f32 "
                     "-> f32"),
            "");
}
