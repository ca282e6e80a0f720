//===- FormatReaderTest.cpp -----------------------------------------------===//

#include "core/ods/FormatReader.h"

#include <gmock/gmock.h>

using namespace shapels;
using testing::ElementsAre;

namespace {

ValueDefinition value(std::string name, Arity arity = Arity::One,
                      std::string cppType = "::mlir::Type") {
  ValueDefinition value;
  value.name = std::move(name);
  value.arity = arity;
  value.cppType = std::move(cppType);
  return value;
}

AttributeDefinition attribute(std::string name, std::string cppType,
                              uint8_t flags = 0) {
  AttributeDefinition attribute;
  attribute.name = std::move(name);
  attribute.cppType = std::move(cppType);
  attribute.flags = flags;
  return attribute;
}

/// An op, what stands behind its name, and how that is read.
struct Text {
  OpDefinition op;
  std::string text;
  Format format = *parseFormat(op.assemblyFormat);
  std::optional<FormatReading> reading = read();

  std::optional<FormatReading> read() {
    auto classify = [](std::string_view cppType, std::string_view) {
      if (cppType == "::moore::IntType")
        return TypeClass{TypeClass::Kind::OfDialect, "moore", "int"};
      return TypeClass();
    };
    // A region is one piece, whatever it holds.
    size_t first = op.regions.empty() ? text.size() : text.find('{');
    size_t end = std::min(text.rfind('}'), text.size() - 1) + 1;
    auto piece = [&](size_t from, size_t to, bool isBody) {
      return FormatTokens::Piece{
          {{static_cast<uint32_t>(from)}, {static_cast<uint32_t>(to)}},
          isBody ? std::string_view()
                 : std::string_view(text).substr(from, to - from),
          isBody};
    };
    std::vector<FormatTokens::Piece> pieces{piece(0, first, false)};
    if (first < text.size()) {
      pieces.push_back(piece(first, end, true));
      pieces.push_back(piece(end, text.size(), false));
    }
    FormatTokens tokens(pieces);
    return readFormat(format, op, tokens, classify);
  }
  std::string slice(ByteRange range) const {
    return text.substr(range.begin.value, range.size());
  }
  std::vector<std::string> part(FormatPart part) const {
    const FormatReading::Part *found = reading->find(part);
    if (!found)
      return {"(none)"};
    std::vector<std::string> slices;
    for (ByteRange range : found->ranges)
      slices.push_back(slice(range));
    return slices;
  }
  std::vector<std::string> part(std::string_view name) const {
    return part(partOf(op, name));
  }
  std::vector<std::string> types(FormatPart part) const {
    const FormatReading::Types *types = reading->typesOf(part);
    if (!types)
      return {"(none)"};
    std::vector<std::string> written;
    for (const FormatType &type : types->types)
      written.push_back(type.prefix + slice(type.range));
    return written;
  }
  std::vector<std::string> types(std::string_view name) const {
    return types(partOf(op, name, /*isType=*/true));
  }
};

OpDefinition op(std::string format) {
  OpDefinition op;
  op.name = "moore.op";
  op.operands = {value("lhs"), value("rhs")};
  op.results = {value("result")};
  op.assemblyFormat = std::move(format);
  return op;
}

} // namespace

TEST(FormatReader, TellsOperandsAttributesAndTypes) {
  OpDefinition add = op("$lhs `,` $rhs (`overflow` `` $flags^)? attr-dict `:` "
                        "type($result)");
  add.attributes = {attribute("flags", "::my::FlagsAttr")};
  Text text{add, " %a, %b#1 overflow<nsw, nuw> {x = 1} : tensor<4xf32>"};
  ASSERT_TRUE(text.reading);
  EXPECT_THAT(text.part("lhs"), ElementsAre("%a"));
  EXPECT_THAT(text.part("rhs"), ElementsAre("%b#1"));
  EXPECT_THAT(text.part("flags"), ElementsAre("<nsw, nuw>"));
  EXPECT_THAT(text.types("result"), ElementsAre("tensor<4xf32>"));
  EXPECT_TRUE(text.reading->isCertain);
}

TEST(FormatReader, TakesAGroupByItsFirstElementOnly) {
  OpDefinition call = op("$callee `(` ($lhs^ `:` type($lhs))? `)` "
                         "(`->` type($rhs)^):(`void`)? attr-dict");
  call.attributes = {attribute("callee", "::mlir::FlatSymbolRefAttr",
                               AttributeDefinition::Symbol)};
  call.operands = {value("lhs", Arity::Variadic), value("rhs")};
  Text with{call, " @f::@g(%a, %b : i32, index) -> !t.u<1>"};
  ASSERT_TRUE(with.reading);
  EXPECT_THAT(with.part("callee"), ElementsAre("@f::@g"));
  EXPECT_THAT(with.part("lhs"), ElementsAre("%a", "%b"));
  EXPECT_THAT(with.types("lhs"), ElementsAre("i32", "index"));
  Text without{call, " @f() void"};
  ASSERT_TRUE(without.reading);
  EXPECT_THAT(without.types("lhs"), ElementsAre("(none)"));
  EXPECT_FALSE((Text{call, " @f() other"}.reading));
}

TEST(FormatReader, AFlagIsItsKeywordAlone) {
  OpDefinition flagged = op("(`fast` $fast^)? (`near` $near^)? $lhs");
  flagged.attributes = {
      attribute("fast", "::mlir::UnitAttr", AttributeDefinition::Unit),
      attribute("near", "bool", AttributeDefinition::Property)};
  flagged.attributes[1].constraint = "unit property";
  EXPECT_TRUE((Text{flagged, " fast near %a"}.reading));
  EXPECT_TRUE((Text{flagged, " %a"}.reading));
}

TEST(FormatReader, ReadsFunctionalTypes) {
  Text text{op("operands attr-dict `:` functional-type(operands, results)"),
            " %a, %b : (i1, (i8) -> i8) -> (f32, f64)"};
  ASSERT_TRUE(text.reading);
  EXPECT_THAT(text.part({FormatPart::Kind::Operand, FormatPart::all}),
              ElementsAre("%a", "%b"));
  EXPECT_THAT(text.types({FormatPart::Kind::OperandType, FormatPart::all}),
              ElementsAre("i1", "(i8) -> i8"));
  EXPECT_THAT(text.types({FormatPart::Kind::ResultType, FormatPart::all}),
              ElementsAre("f32", "f64"));
}

TEST(FormatReader, KnowsWhatATypeOfADialectLeavesOut) {
  OpDefinition trunc = op("$lhs attr-dict `:` type($lhs) `->` type($result)");
  trunc.operands = {value("lhs", Arity::One, "::moore::IntType")};
  trunc.results = {value("result", Arity::One, "::moore::IntType")};
  Text text{trunc, " %0 : i8 -> i4"};
  ASSERT_TRUE(text.reading);
  EXPECT_THAT(text.types("result"), ElementsAre("!moore.i4"));
  Text angle{trunc, " %0 : <8> -> !moore.int<4>"};
  ASSERT_TRUE(angle.reading);
  EXPECT_THAT(angle.types("lhs"), ElementsAre("!moore.int<8>"));
  EXPECT_THAT(angle.types("result"), ElementsAre("!moore.int<4>"));
}

TEST(FormatReader, PassesWhatCodeReads) {
  Text text{op("custom<Sizes>($lhs, type($lhs)) `to` type($result) attr-dict"),
            " [%a, 4] {f} : x to tensor<f32> {y}"};
  ASSERT_TRUE(text.reading);
  EXPECT_THAT(text.types("result"), ElementsAre("tensor<f32>"));
  EXPECT_TRUE(text.reading->isCertain);
  // Either type may be the result's.
  Text twice{op("custom<Any>($lhs) `:` type($result) custom<Rest>($rhs)"),
             " %a : i1 : i2"};
  ASSERT_TRUE(twice.reading);
  EXPECT_FALSE(twice.reading->isCertain);
}

TEST(FormatReader, TakesClausesInAnyOrder) {
  OpDefinition parallel = op("oilist(`if` $lhs | `num` `(` $rhs `:` type($rhs) "
                             "`)`) $region attr-dict");
  parallel.regions = {{"region", "", Arity::One}};
  Text text{parallel, " num(%n : i32) if %c { ^bb0: \"}\" }"};
  ASSERT_TRUE(text.reading);
  EXPECT_THAT(text.part("lhs"), ElementsAre("%c"));
  EXPECT_THAT(text.types("rhs"), ElementsAre("i32"));
  EXPECT_THAT(text.part("region"), ElementsAre("{ ^bb0: \"}\" }"));
  EXPECT_FALSE((Text{parallel, " if %c if %c {}"}.reading));
}

TEST(FormatReader, EndsWithTextThatIsEndless) {
  // Every place of the one may be every place of the others.
  std::string format, text;
  for (int i = 0; i < 20; ++i) {
    format += "custom<A>($lhs) ";
    text += " a";
  }
  Text endless{op(format + "`never`"), text};
  EXPECT_FALSE(endless.reading);
}
