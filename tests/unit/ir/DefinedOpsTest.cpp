//===- DefinedOpsTest.cpp - Unknown ops that the project defines ----------===//

#include "core/analysis/Document.h"
#include "core/analysis/Section.h"
#include "core/analysis/ValueInfo.h"
#include "ods/TestCatalogue.h"

#include "mlir/IR/Operation.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>

using namespace shapels;
using namespace shapels::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

ValueDefinition integerValue(std::string name) {
  ValueDefinition integer = value(std::move(name));
  integer.cppType = "::my::IntType";
  return integer;
}

OpDefinition op(std::string name, std::string format) {
  OpDefinition op;
  op.name = std::move(name);
  op.operands = {value("lhs"), value("rhs")};
  op.results = {value("result")};
  op.assemblyFormat = std::move(format);
  return op;
}

Configuration withOps(std::vector<OpDefinition> ops) {
  TypeDefinition integer;
  integer.dialect = "my";
  integer.mnemonic = "int";
  integer.cppType = "::my::IntType";
  DialectDefinition dialect;
  dialect.name = "my";
  Configuration configuration;
  configuration.projectOps =
      catalogueOf({std::move(ops), {integer}, {dialect}});
  return configuration;
}

/// Takes a pointer and an offset, whose type comes last.
OpDefinition offsetOp() {
  OpDefinition offset = op(
      "my.offset", "$lhs `,` $rhs attr-dict `:` type($result) `,` type($rhs)");
  offset.traits = {{"AllTypesMatch",
                    TraitDefinition::Kind::Predicate,
                    "",
                    {"lhs", "result"}}};
  return offset;
}

/// Has a result of the type that comes last, not of the first operand's.
OpDefinition lastOp() {
  OpDefinition last =
      op("my.last", "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($result)");
  last.traits = {{"AllTypesMatch",
                  TraitDefinition::Kind::Predicate,
                  "",
                  {"rhs", "result"}}};
  return last;
}

const std::string lastText = "func.func @f(%p: tensor<4xf32>, %o: i32) {\n"
                             "  %0 = my.last %p, %o : tensor<4xf32>, i32\n"
                             "  return\n}\n";

std::string shown(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// The op of that name in the text; null if there is none.
mlir::Operation *find(const Document &document, std::string_view name) {
  for (const auto &section : document.sections()) {
    const Outline &outline = section->outline();
    for (StatementId id = outline.first(); id != noStatement;
         id = outline.next(id))
      if (outline.opName(id) == name)
        return section->ir().operationOf(id);
  }
  return nullptr;
}

std::vector<std::string> resultTypes(const Document &document,
                                     std::string_view name) {
  std::vector<std::string> types;
  if (mlir::Operation *op = find(document, name))
    for (mlir::Type type : op->getResultTypes())
      types.push_back(shown(type));
  return types;
}

std::vector<std::string> operandTypes(const Document &document,
                                      std::string_view name) {
  std::vector<std::string> types;
  if (mlir::Operation *op = find(document, name))
    for (mlir::Type type : op->getOperandTypes())
      types.push_back(shown(type));
  return types;
}

std::vector<std::string> findings(const Document &document) {
  std::vector<std::string> messages;
  for (const Diagnostic &each : document.diagnostics())
    if (each.code != DiagnosticCode::UnknownDialect)
      messages.push_back(each.message);
  return messages;
}

} // namespace

TEST(DefinedOpsTest, TheFormatTellsTheResultsType) {
  Document guessed(lastText);
  guessed.update();
  EXPECT_THAT(resultTypes(guessed, "my.last"), ElementsAre("tensor<4xf32>"));
  Document document(lastText, withOps({lastOp()}));
  document.update();
  EXPECT_THAT(resultTypes(document, "my.last"), ElementsAre("i32"));
  EXPECT_THAT(findings(document), IsEmpty());
}

TEST(DefinedOpsTest, TextThatDoesNotFollowIsReadAsBefore) {
  Document document("func.func @f(%p: i1) {\n"
                    "  %0 = my.offset %p as an i1 : i64\n  return\n}\n",
                    withOps({offsetOp()}));
  document.update();
  EXPECT_THAT(resultTypes(document, "my.offset"), ElementsAre("i64"));
  EXPECT_THAT(findings(document), IsEmpty());
}

TEST(DefinedOpsTest, TypesOfADialectMayBeShort) {
  OpDefinition trunc =
      op("my.trunc", "$lhs attr-dict `:` type($lhs) `->` type($result)");
  trunc.operands = {integerValue("lhs")};
  trunc.results = {integerValue("result")};
  Document document("func.func @f(%p: !my.i8) {\n"
                    "  %0 = my.trunc %p : i8 -> i4\n  return\n}\n",
                    withOps({trunc}));
  document.update();
  EXPECT_THAT(resultTypes(document, "my.trunc"), ElementsAre("!my.i4"));
  EXPECT_THAT(findings(document), IsEmpty());
}

TEST(DefinedOpsTest, OperandsAreInTheTextsOrder) {
  Document document("func.func @f(%p: i1, %q: i2) {\n"
                    "  %0 = my.swap %q before %p : i64\n  return\n}\n",
                    withOps({op("my.swap", "$rhs `before` $lhs attr-dict `:` "
                                           "type($result)")}));
  document.update();
  EXPECT_THAT(operandTypes(document, "my.swap"), ElementsAre("i2", "i1"));
}

TEST(DefinedOpsTest, WhatCppReadsIsReadAsBefore) {
  OpDefinition give = op("my.give", "");
  OpDefinition take = op("my.take", "$lhs `:` custom<Any>(type($lhs))");
  give.operands = take.operands = {value("lhs")};
  take.results = {};
  // The result's type is the one that its user writes.
  Document document("func.func @f(%p: i1) {\n"
                    "  %0 = my.give %p\n"
                    "  my.take %0 : tensor<4xf32>\n  return\n}\n",
                    withOps({give, take}));
  document.update();
  EXPECT_THAT(resultTypes(document, "my.give"), ElementsAre("tensor<4xf32>"));
}

TEST(DefinedOpsTest, OperandsOfAnotherTypeThanIsWrittenAreFound) {
  Document document("func.func @f(%p: tensor<4xf32>, %o: tensor<2xi32>) {\n"
                    "  %0 = my.offset %p, %o : tensor<4xf32>, tensor<3xi32>\n"
                    "  return\n}\n",
                    withOps({offsetOp()}));
  document.update();
  EXPECT_THAT(findings(document),
              ElementsAre("%o is tensor<2xi32>, but 'my.offset' has "
                          "tensor<3xi32> for it"));
}

TEST(DefinedOpsTest, DefinitionsThatComeLateAreUsed) {
  Document document(lastText);
  document.update();
  document.setConfiguration(withOps({lastOp()}));
  document.update();
  EXPECT_THAT(resultTypes(document, "my.last"), ElementsAre("i32"));
  document.setConfiguration(Configuration());
  document.update();
  EXPECT_THAT(resultTypes(document, "my.last"), ElementsAre("tensor<4xf32>"));
}

TEST(DefinedOpsTest, TextWithoutSuchOpsIsNotReadAnew) {
  Document document("func.func @f(%p: i1) {\n  return\n}\n");
  document.update();
  mlir::Operation *before = find(document, "func.func");
  document.setConfiguration(withOps({offsetOp()}));
  document.update();
  EXPECT_EQ(find(document, "func.func"), before);
  // What is typed then goes by them.
  document.edit(
      {{{23}, {23}}, "  %x = my.offset %p, %p : tensor<4xf32>, i1\n"});
  document.update();
  EXPECT_THAT(resultTypes(document, "my.offset"), ElementsAre("tensor<4xf32>"));
}

TEST(DefinedOpsTest, TraitsOfMlirTellShapes) {
  OpDefinition same = op("my.same", "");
  same.operands = {value("input")};
  same.traits = {{"::mlir::OpTrait::SameOperandsAndResultShape"}};
  std::string text = "func.func @f(%p: tensor<4xf32>) {\n"
                     "  %0 = \"my.same\"(%p) : (tensor<4xf32>) -> "
                     "tensor<?xi32>\n  return\n}\n";
  Document document(text, withOps({same}));
  document.update();
  const Section &section = *document.sections().front();
  std::optional<NameId> name = section.outline().nameStartingAt(
      {static_cast<uint32_t>(text.find("%0"))});
  ASSERT_TRUE(name);
  std::optional<ValueInfo> info = valueInfo(section, document.shapes(section),
                                            section.outline().name(*name));
  ASSERT_TRUE(info);
  EXPECT_EQ(info->refinedType, "tensor<4xi32>");
}
