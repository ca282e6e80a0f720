#include "core/ods/Format.h"
#include "core/ods/FormatReader.h"

#include <gmock/gmock.h>

using namespace shapels;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

OpDefinition withFormat(std::string format) {
  OpDefinition op;
  op.name = "my.op";
  op.operands = {{"lhs"}, {"rhs"}, {"rest", "", Arity::Variadic}};
  op.results = {{"sum"}};
  op.attributes = {{"mode", "", AttributeDefinition::Optional},
                   {"fast", "", AttributeDefinition::Unit}};
  op.regions = {{"body"}};
  op.successors = {{"next"}};
  op.assemblyFormat = std::move(format);
  return op;
}

std::string shown(const OpDefinition &op, const ExpectedPart &each) {
  std::string text = each.literal;
  switch (each.part.kind) {
  case FormatPart::Kind::Operand:
    text = "%" + op.operands[each.part.index].name;
    break;
  case FormatPart::Kind::OperandType:
    text = op.operands[each.part.index].name + "-type";
    break;
  case FormatPart::Kind::ResultType:
    text = op.results[each.part.index].name + "-type";
    break;
  case FormatPart::Kind::Attribute:
    text = op.attributes[each.part.index].name;
    break;
  case FormatPart::Kind::Region:
    text = "region";
    break;
  case FormatPart::Kind::Successor:
    text = "^" + op.successors[each.part.index].name;
    break;
  case FormatPart::Kind::AttrDict:
    text = "{}";
    break;
  default:
    break;
  }
  return text + (each.isInside ? " inside" : "") +
         (each.isLoose ? " maybe" : "");
}

std::vector<std::string> expected(const OpDefinition &op,
                                  std::string_view text) {
  std::vector<std::string> all;
  for (const ExpectedPart &each : expectedBehind(op, text))
    all.push_back(shown(op, each));
  return all;
}

std::string textOf(const OpDefinition &op) {
  std::string text;
  unsigned depth = 0;
  for (const FormatPiece &piece : piecesOf(op)) {
    for (; depth < piece.depth; ++depth)
      text += "[";
    for (; depth > piece.depth; --depth)
      text += "]";
    text += piece.text;
  }
  return text + std::string(depth, ']');
}

} // namespace

TEST(FormatTest, RejectsWhatIsNone) {
  for (std::string_view text : {"`", "$", "(a", "($a)", "nonsense", "type($a",
                                "custom<", "custom<A>", "oilist(", "$a)"})
    EXPECT_FALSE(parseFormat(text)) << text;
  EXPECT_FALSE(parseFormat(std::string(100000, '(')));
  EXPECT_TRUE(parseFormat("// a comment\n `a` // the last"));
}

TEST(FormatTest, ReadsEveryDirective) {
  EXPECT_TRUE(parseFormat(
      "$a (`x` $b^ `y`) : (`z`)? attr-dict-with-keyword prop-dict operands "
      "oilist(`p` `(` $c `)` | `q`) custom<X>($d, type($e), ref($f), \"1 > "
      "2\") "
      "`` `\\n` ` ` `:` functional-type(operands, results) "
      "qualified(type($g)) regions successors"));
}

TEST(FormatTest, TellsWhatComesNext) {
  OpDefinition op = withFormat("$lhs `,` $rhs attr-dict `:` type($sum)");
  EXPECT_THAT(expected(op, ""), ElementsAre("%lhs"));
  EXPECT_THAT(expected(op, "%a"), ElementsAre(","));
  EXPECT_THAT(expected(op, "%a#1,"), ElementsAre("%rhs"));
  EXPECT_THAT(expected(op, "%a, %b"), ElementsAre("{}", ":"));
  EXPECT_THAT(expected(op, "%a, %b {"), ElementsAre("{} inside"));
  EXPECT_THAT(expected(op, "%a, %b {x = [1]} :"), ElementsAre("sum-type"));
  EXPECT_THAT(expected(op, "%a, %b : tensor<"), ElementsAre("sum-type inside"));
  EXPECT_THAT(expected(op, "%a, %b : tensor<4xf32>"), IsEmpty());
  EXPECT_THAT(expected(op, "to"), IsEmpty());
}

TEST(FormatTest, GroupsMayBeLeftOut) {
  OpDefinition op = withFormat(
      "$lhs (`mode` $mode^) : (`plain`)? (`[` $rest^ `]`)? attr-dict");
  EXPECT_THAT(expected(op, "%a"),
              testing::UnorderedElementsAre("mode", "plain"));
  EXPECT_THAT(expected(op, "%a mode"), ElementsAre("mode"));
  EXPECT_THAT(expected(op, "%a mode 3 : i32 [%b,"), ElementsAre("%rest"));
  EXPECT_THAT(expected(op, "%a plain [%b"),
              testing::UnorderedElementsAre(",", "]"));
}

TEST(FormatTest, FunctionalTypes) {
  OpDefinition op =
      withFormat("operands attr-dict `:` functional-type(operands, results)");
  EXPECT_THAT(expected(op, "%a,"), ElementsAre("%rhs"));
  EXPECT_THAT(expected(op, "%a, %b, %c :"), ElementsAre("("));
  EXPECT_THAT(expected(op, "%a, %b : (i32"), ElementsAre(","));
  EXPECT_THAT(expected(op, "%a, %b : (i32, i32) ->"),
              testing::UnorderedElementsAre("sum-type", "("));
}

TEST(FormatTest, WhatCppReadsMayBeAnything) {
  OpDefinition op = withFormat("custom<X>($lhs, type($sum)) `to` $rhs");
  EXPECT_THAT(
      expected(op, "(1 + %a)"),
      testing::UnorderedElementsAre("%lhs maybe", "sum-type maybe", "to"));
  EXPECT_THAT(expected(op, "%a to"), testing::Contains("%rhs"));
}

TEST(FormatTest, AnyOrder) {
  OpDefinition op = withFormat("oilist(`a` $lhs | `b` $rhs) `->` $next $body");
  EXPECT_THAT(expected(op, "b %x"), testing::UnorderedElementsAre("a", "->"));
  EXPECT_THAT(expected(op, "->"), ElementsAre("^next"));
  EXPECT_THAT(expected(op, "-> ^bb1"), ElementsAre("region"));
}

TEST(FormatTest, ALongTextIsNotRead) {
  std::string text;
  for (int i = 0; i < 100000; ++i)
    text += "%a, ";
  EXPECT_THAT(expected(withFormat("$rest"), text), IsEmpty());
}

TEST(FormatTest, IsShownAsItIsWritten) {
  EXPECT_EQ(textOf(withFormat("$lhs `,` $rhs attr-dict `:` type($sum)")),
            " %lhs, %rhs : result-type");
  EXPECT_EQ(textOf(withFormat("`(` $lhs `)` (`mode` $mode^)? `->` $next")),
            " (%lhs)[ mode mode] -> ^next");
  EXPECT_EQ(textOf(withFormat("$lhs `[` $rest `]` `` `<` `>` $body")),
            " %lhs[%rest]<> {…}");
  EXPECT_EQ(
      textOf(withFormat("operands `:` functional-type(operands, results)")),
      " %lhs, %rhs, %rest : (lhs-type, rhs-type, rest-type) -> "
      "result-type");
}
