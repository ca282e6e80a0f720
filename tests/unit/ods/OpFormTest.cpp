//===- OpFormTest.cpp -----------------------------------------------------===//

#include "core/ods/OpForm.h"
#include "ods/TestCatalogue.h"

#include <gmock/gmock.h>

using namespace shapels;
using namespace shapels::test;
using testing::ElementsAre;

namespace {

OpDefinition op(std::string format) {
  OpDefinition op;
  op.name = "my.op";
  op.operands = {value("lhs"), value("rhs")};
  op.results = {value("result")};
  op.assemblyFormat = std::move(format);
  return op;
}

/// What the text of an op tells, which stands in a catalogue with some types.
class Form {
public:
  Form(const OpDefinition &op, std::string text) : text(std::move(text)) {
    TypeDefinition integer;
    integer.dialect = "my";
    integer.mnemonic = "int";
    integer.cppType = "::my::IntType";
    integer.cppBase = "::my::AnyType";
    DialectDefinition dialect;
    dialect.name = "my";
    auto catalogue = catalogueOf({{op}, {integer}, {dialect}});
    Catalogues types;
    types.add(catalogue);
    OpSyntaxes all(catalogue, types);
    form = readOpForm(*all.find(op.name), all, FormatTokens(this->text));
  }

  explicit operator bool() const { return form.has_value(); }
  std::vector<std::string> operands(size_t index) const {
    std::vector<std::string> names;
    for (ByteRange range : form->operands[index].value())
      names.push_back(slice(range));
    return names;
  }
  std::vector<std::string> operandTypes(size_t index) const {
    return shown(form->operandTypes[index]);
  }
  std::vector<std::string> resultTypes(size_t index) const {
    return shown(form->resultTypes[index]);
  }

private:
  std::string slice(ByteRange range) const {
    return text.substr(range.begin.value, range.size());
  }
  std::vector<std::string>
  shown(const std::optional<std::vector<WrittenType>> &types) const {
    if (!types)
      return {"(unknown)"};
    std::vector<std::string> all;
    for (const WrittenType &type : *types)
      all.push_back(type.range.empty() ? type.spelled : slice(type.range));
    return all;
  }

  std::string text;
  std::optional<OpForm> form;
};

} // namespace

TEST(OpFormTest, TellsWhichTypeIsWhose) {
  Form form(op("$lhs `,` $rhs attr-dict `:` type($result) `,` type($rhs)"),
            " %p, %o : tensor<4xf32>, i32");
  ASSERT_TRUE(form);
  EXPECT_THAT(form.operands(1), ElementsAre("%o"));
  EXPECT_THAT(form.operandTypes(0), ElementsAre(""));
  EXPECT_THAT(form.operandTypes(1), ElementsAre("i32"));
  EXPECT_THAT(form.resultTypes(0), ElementsAre("tensor<4xf32>"));
}

TEST(OpFormTest, ListsOfAllGoByTheNames) {
  OpDefinition many =
      op("operands attr-dict `:` functional-type(operands, results)");
  many.operands[1].arity = Arity::Variadic;
  Form form(many, " %a, %b, %c : (i1, i2, i3) -> f32");
  ASSERT_TRUE(form);
  EXPECT_THAT(form.operands(1), ElementsAre("%b", "%c"));
  EXPECT_THAT(form.operandTypes(1), ElementsAre("i2", "i3"));
  EXPECT_THAT(form.resultTypes(0), ElementsAre("f32"));
}

TEST(OpFormTest, TraitsTellWhatTheFormatLeavesOut) {
  OpDefinition same = op("$lhs `,` $rhs attr-dict `:` type($result)");
  same.traits = {{"::mlir::OpTrait::SameOperandsAndResultType"}};
  Form form(same, " %a, %b : i32");
  ASSERT_TRUE(form);
  EXPECT_THAT(form.operandTypes(0), ElementsAre("i32"));
  EXPECT_THAT(form.operandTypes(1), ElementsAre("i32"));

  // A trait of the project's own may mean anything.
  same.traits = {{"::my::OpTrait::SameOperandsAndResultType"}};
  EXPECT_THAT(Form(same, " %a, %b : i32").operandTypes(0), ElementsAre(""));

  OpDefinition match = op("$lhs `,` $rhs attr-dict `:` type($lhs)");
  match.traits = {{"AllTypesMatch",
                   TraitDefinition::Kind::Predicate,
                   "",
                   {"lhs", "result"}}};
  Form matched(match, " %a, %b : i32");
  EXPECT_THAT(matched.resultTypes(0), ElementsAre("i32"));
  EXPECT_THAT(matched.operandTypes(1), ElementsAre(""));
}

TEST(OpFormTest, ListsMayHaveTheTypesOfOthers) {
  OpDefinition barrier = op("`join` $lhs `:` type($lhs) `=>` $rhs");
  barrier.operands = {value("lhs", Arity::Variadic), value("rhs")};
  barrier.results = {value("results", Arity::Variadic)};
  barrier.results[0].typeFrom = "lhs";
  barrier.results[0].typeBy = "$_self";
  Form form(barrier, " join %a, %b : i1, i2 => %c");
  ASSERT_TRUE(form);
  EXPECT_THAT(form.resultTypes(0), ElementsAre("i1", "i2"));
}

TEST(OpFormTest, SomeMayHaveOneTypeOnly) {
  OpDefinition size = op("$lhs `,` $rhs attr-dict");
  size.operands[0].builder = "$_builder.getType<::my::IntType>()";
  size.operands[1].builder = "$_builder.getIntegerType(32)";
  size.results[0].builder = "$_builder.getIndexType()";
  Form form(size, " %a, %b");
  ASSERT_TRUE(form);
  EXPECT_THAT(form.operandTypes(0), ElementsAre("!my.int"));
  EXPECT_THAT(form.operandTypes(1), ElementsAre("i32"));
  EXPECT_THAT(form.resultTypes(0), ElementsAre("index"));
}

TEST(OpFormTest, TypesOfADialectAreShort) {
  OpDefinition trunc = op("$lhs `,` $rhs `:` type($lhs) `,` type($result)");
  trunc.operands[0].cppType = "::my::IntType";
  trunc.results[0].cppType = "::my::AnyType";
  Form form(trunc, " %a, %b : <8>, i4");
  ASSERT_TRUE(form);
  EXPECT_THAT(form.operandTypes(0), ElementsAre("!my.int<8>"));
  EXPECT_THAT(form.resultTypes(0), ElementsAre("!my.i4"));
  // What a class is that nobody defines, nobody knows.
  trunc.results[0].cppType = "::other::Type";
  EXPECT_THAT(Form(trunc, " %a, %b : <8>, i4").resultTypes(0), ElementsAre(""));
}

TEST(OpFormTest, WhatCppReadsIsNotKnown) {
  OpDefinition custom = op("custom<Any>($lhs, type($lhs)) `and` $rhs `:` "
                           "type($result)");
  custom.operands[0].arity = Arity::Variadic;
  Form form(custom, " [%a, %b] and %c : i32");
  ASSERT_TRUE(form);
  EXPECT_THAT(form.operandTypes(0), ElementsAre("(unknown)"));
  EXPECT_THAT(form.operands(1), ElementsAre("%c"));
  EXPECT_THAT(form.resultTypes(0), ElementsAre("i32"));
}

/// Of two operands and a result, in an op of that name.
static OpDefinition withCustom(std::string name, std::string directive) {
  OpDefinition custom = op("$lhs `,` $rhs `:` " + std::move(directive));
  custom.name = std::move(name);
  return custom;
}

TEST(OpFormTest, CppThatManyUseIsRead) {
  OpDefinition same =
      withCustom("my.op", "custom<SameOperandsAndResultType>(type($lhs), "
                          "type($rhs), type($result))");
  Form one(same, " %a, %b : i32");
  ASSERT_TRUE(one);
  EXPECT_THAT(one.operandTypes(1), ElementsAre("i32"));
  EXPECT_THAT(one.resultTypes(0), ElementsAre("i32"));
  Form function(same, " %a, %b : (i1, i2) -> i3");
  ASSERT_TRUE(function);
  EXPECT_THAT(function.operandTypes(1), ElementsAre("i2"));
  EXPECT_THAT(function.resultTypes(0), ElementsAre("i3"));
}

TEST(OpFormTest, CppOfADialectIsNotThatOfAnother) {
  std::string select =
      "custom<SelectOpType>(type($lhs), type($rhs), type($result))";
  Form known(withCustom("stablehlo.op", select), " %a, %b : i1, f32");
  ASSERT_TRUE(known);
  EXPECT_THAT(known.operandTypes(0), ElementsAre("i1"));
  EXPECT_THAT(known.resultTypes(0), ElementsAre("f32"));
  Form unknown(withCustom("my.op", select), " %a, %b : i1, f32");
  ASSERT_TRUE(unknown);
  EXPECT_THAT(unknown.resultTypes(0), ElementsAre(""));
}

TEST(OpFormTest, TokensOfAsyncOpsAreKnown) {
  OpDefinition wait = op("custom<AsyncDependencies>(type($token), $waits)");
  wait.name = "gpu.op";
  wait.operands = {value("waits", Arity::Variadic)};
  wait.results = {value("token", Arity::Optional)};
  Form async(wait, " async [%a, %b]");
  ASSERT_TRUE(async);
  EXPECT_THAT(async.resultTypes(0), ElementsAre("!gpu.async.token"));
  EXPECT_THAT(async.operands(0), ElementsAre("%a", "%b"));
  Form plain(wait, "");
  ASSERT_TRUE(plain);
  EXPECT_THAT(plain.resultTypes(0), ElementsAre());
  EXPECT_THAT(plain.operands(0), ElementsAre());
}

TEST(OpFormTest, TypesWithSizesAreRead) {
  OpDefinition sized =
      op("$lhs `:` custom<SizeAwareType>(type($result), $rhs)");
  sized.name = "stream.op";
  Form form(sized, " %a : !stream.resource<*>{%size}");
  ASSERT_TRUE(form);
  EXPECT_THAT(form.operands(1), ElementsAre("%size"));
  EXPECT_THAT(form.resultTypes(0), ElementsAre("!stream.resource<*>"));

  OpDefinition call =
      op("`(` $inputs `)` `:` custom<ShapedFunctionType>(ref($inputs), "
         "type($inputs), $sizes, type($results), $resultSizes, $tied)");
  call.name = "flow.op";
  call.operands = {value("inputs", Arity::Variadic),
                   value("sizes", Arity::Variadic),
                   value("resultSizes", Arity::Variadic)};
  call.results = {value("results", Arity::Variadic)};
  Form tied(call, "(%a, %b) : (tensor<?xf32>{%d}, i32) -> (%a as "
                  "tensor<?xi8>{%e}, %b)");
  ASSERT_TRUE(tied);
  EXPECT_THAT(tied.operandTypes(0), ElementsAre("tensor<?xf32>", "i32"));
  EXPECT_THAT(tied.operands(1), ElementsAre("%d"));
  EXPECT_THAT(tied.operands(2), ElementsAre("%e"));
  // That of a tied operand is the operand's, which nobody looks for.
  EXPECT_THAT(tied.resultTypes(0), ElementsAre("tensor<?xi8>", ""));
}

TEST(OpFormTest, TextThatDoesNotFollowIsNotRead) {
  EXPECT_FALSE(Form(op("$lhs `,` $rhs `:` type($result)"), " %a : i32"));
  EXPECT_FALSE(Form(op(""), " %a : i32"));
}
