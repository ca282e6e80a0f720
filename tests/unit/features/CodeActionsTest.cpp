//===- CodeActionsTest.cpp - Quick fixes ----------------------------------===//

#include "features/Cursor.h"

#include "server/features/CodeActions.h"

#include <gmock/gmock.h>

using namespace shapels;
using namespace shapels::test;

namespace {

std::vector<CodeAction> actionsAt(const CursorDocument &at) {
  std::vector<Diagnostic> findings =
      findingsAt(*at.document, {at.cursor, at.cursor});
  std::vector<CodeAction> actions = codeActions(*at.document, findings);
  if (auto expectations = insertExpectations(*at.document, findings))
    actions.push_back(std::move(*expectations));
  return actions;
}

/// The text after the action of that title, or a message.
std::string applied(std::string_view text, std::string_view title) {
  CursorDocument at(text);
  for (const CodeAction &action : actionsAt(at))
    if (action.title == title) {
      TextBuffer buffer{std::string(at.document->buffer().text())};
      for (size_t i = action.edits.size(); i-- > 0;)
        buffer.apply(action.edits[i]);
      return std::string(buffer.text());
    }
  return "no such action";
}

std::vector<std::string> titles(std::string_view text) {
  CursorDocument at(text);
  std::vector<std::string> result;
  for (const CodeAction &action : actionsAt(at))
    result.push_back(action.title);
  return result;
}

constexpr const char *missing = "Insert the missing '>'";

} // namespace

TEST(CodeActions, InsertAMissingBracket) {
  EXPECT_EQ(applied("func.func private @f(tensor<4xf32$0)\n", missing),
            "func.func private @f(tensor<4xf32>)\n");
  EXPECT_EQ(applied("// é😀\n// -----\n"
                    "func.func private @\"é😀\"(tensor<4xf32$0)\n",
                    missing),
            "// é😀\n// -----\nfunc.func private @\"é😀\"(tensor<4xf32>)\n");
  // What follows is an argument.
  EXPECT_EQ(
      applied("func.func @f(%a: tensor<4xf32,$0 %b: i32) {\n  return\n}\n",
              missing),
      "func.func @f(%a: tensor<4xf32>, %b: i32) {\n  return\n}\n");
}

/// Each `>` on its own; together they leave no error.
TEST(CodeActions, InsertABracketWhereItBelongs) {
  struct {
    const char *broken, *fixed;
  } rows[] = {
      {"memref<3xf32", "memref<3xf32>"},
      {"memref<*xf32", "memref<*xf32>"},
      {"memref<3xf32, 1 : i32", "memref<3xf32, 1 : i32>"},
      {"memref<3xf32, strided<[1]>, 1", "memref<3xf32, strided<[1]>, 1>"},
      {"memref<3xf32 // c\n", "memref<3xf32> // c\n"},
      {"tuple<i32, f32", "tuple<i32, f32>"},
      // What follows is a type of its own.
      {"tensor<4xf32, i32", "tensor<4xf32>, i32"},
      {"tensor<4xf32,\n  i32", "tensor<4xf32>,\n  i32"},
      {"memref<4xf32\n  , i32", "memref<4xf32>\n  , i32"},
      {"memref<4xf32, // c\n  !llvm.ptr", "memref<4xf32>, // c\n  !llvm.ptr"},
      {"tensor<4xf32, tensor<2xf32", "tensor<4xf32>, tensor<2xf32>"},
  };
  for (auto &row : rows) {
    Document document("func.func private @f(" + std::string(row.broken) +
                      ")\n");
    document.update();
    for (int steps = 0; steps < 2 && !document.diagnostics().empty(); ++steps) {
      auto actions = codeActions(document, document.diagnostics());
      ASSERT_EQ(actions[0].title, missing) << row.broken;
      document.edit(actions[0].edits[0]);
      document.update();
    }
    EXPECT_EQ(document.buffer().text(),
              "func.func private @f(" + std::string(row.fixed) + ")\n");
    EXPECT_TRUE(document.diagnostics().empty());
  }
}

/// It is the preferred one, answers its finding, and removes it.
TEST(CodeActions, OfAMissingBracketAreRight) {
  CursorDocument at("func.func private @f(tensor<4xf32$0)\n");
  std::vector<CodeAction> actions = actionsAt(at);
  ASSERT_EQ(actions.size(), 1u);
  EXPECT_EQ(actions[0].title, missing);
  EXPECT_TRUE(actions[0].isPreferred);
  EXPECT_THAT(actions[0].diagnostics,
              testing::ElementsAreArray(at.document->diagnostics()));
  ASSERT_EQ(actions[0].edits.size(), 1u);
  EXPECT_TRUE(actions[0].edits[0].range.empty());
  at.document->edit(actions[0].edits[0]);
  at.document->update();
  EXPECT_TRUE(at.document->diagnostics().empty());
}

/// Of a file that is tested for what is found in it.
constexpr const char *runLine = "// RUN: mlir-opt %s -verify-diagnostics\n";

TEST(CodeActions, InsertNoExpectationWhereNobodyExpectsAny) {
  std::string text = "func.func @f() -> i32 {\n  $0return\n}\n";
  EXPECT_THAT(titles(text), testing::IsEmpty());
  EXPECT_THAT(titles(runLine + text), testing::SizeIs(1));
  EXPECT_THAT(titles("// expected-error {{x}}\n" + text), testing::SizeIs(1));
}

TEST(CodeActions, InsertAnExpectationThatHidesTheFinding) {
  for (const char *text :
       {"func.func @f(%a: i32) {\n\t  retu$0rn %a : i32\n}\n",
        "func.func @f(%a: tensor<?xi32>) {\n"
        "  %0 = \"test.broadcastable\"(%a) : (tensor<?xi32>) -> "
        "$0tensor<4xi32>\n  return\n}\n",
        // With a note, on a line of its own or on the same one.
        "func.func @f(%a: i32) -> i64 {\n  return %$0a : i64\n}\n",
        "func.func private @f()\n func.fu$0nc private @f()\n",
        "func.func private @f() func.fu$0nc private @f()\n",
        // In two dimensions.
        "func.func @f(%a: tensor<2x3xi32>, %b: tensor<4x5xi32>) {\n"
        "  %0 = \"test.broadcastable\"(%a, %$0b) : (tensor<2x3xi32>, "
        "tensor<4x5xi32>) -> tensor<*xi32>\n  return\n}\n",
        // In several lines.
        "func.func @f(%c: i1) {\n  \"scf.if\"(%c) ({\n    scf.i$0f %c {\n"
        "    }\n  }, {\n  }) : (i1) -> ()\n  return\n}\n",
        "func.func private @f()\n// -----\n"
        "func.func private @f(tensor<4xf32$0)\n"}) {
    CursorDocument at(std::string(runLine) + text);
    bool isFound = false;
    for (const CodeAction &action : actionsAt(at)) {
      if (!action.title.starts_with("Insert // expected-"))
        continue;
      isFound = true;
      Document fixed{std::string(at.document->buffer().text())};
      for (size_t i = action.edits.size(); i-- > 0;)
        fixed.edit(action.edits[i]);
      fixed.update();
      EXPECT_TRUE(fixed.diagnostics().empty())
          << fixed.buffer().text() << fixed.diagnostics()[0].message;
      EXPECT_TRUE(fixed.verifyExpectations().empty());
    }
    EXPECT_TRUE(isFound) << text;
  }
}

TEST(CodeActions, KeepTheIndentOfTheLine) {
  EXPECT_EQ(
      applied(std::string(runLine) + "func.func @f() -> i32 {\n  $0return\n}\n",
              "Insert // expected-error for this finding"),
      std::string(runLine) +
          "func.func @f() -> i32 {\n"
          "  // expected-error @below {{'func.return' op has 0 operands, but "
          "enclosing function (@f) returns 1}}\n  return\n}\n");
}

TEST(CodeActions, AreForFindingsUnderTheCursorOnly) {
  EXPECT_TRUE(titles("$0func.func private @f(tensor<4xf32)\n").empty());
  EXPECT_TRUE(titles("func.func private @f()$0\n").empty());
  EXPECT_TRUE(titles("\"nowhe$0re.op\"() : () -> ()\n").empty());
}

TEST(CodeActions, AreOfferedOnce) {
  using testing::ElementsAre;
  EXPECT_THAT(
      titles(std::string(runLine) +
             "func.func @f(%a: tensor<2x3xi32>, %b: tensor<4x5xi32>) {\n"
             "  %0 = \"test.broadcastable\"(%a, %$0b) : (tensor<2x3xi32>, "
             "tensor<4x5xi32>) -> tensor<*xi32>\n  return\n}\n"),
      ElementsAre("Insert // expected-error for these 2 findings"));
  EXPECT_THAT(titles(std::string(runLine) +
                     "func.func @f(%a: tensor<2x?xi32>) {\n"
                     "  %0 = \"test.broadcastable\"(%a) : (tensor<2x?xi32>) -> "
                     "tenso$0r<3x4xi32>\n  return\n}\n"),
              ElementsAre("Insert // expected-... for these 2 findings"));
  Document document(std::string(runLine) +
                    "func.func private @f(tensor<4xf32)\n// -----\n"
                    "func.func private @g(tensor<4xf32)\n");
  document.update();
  std::vector<CodeAction> actions =
      codeActions(document, document.diagnostics());
  ASSERT_EQ(actions.size(), 2u);
  EXPECT_EQ(actions[0].title, missing);
  EXPECT_EQ(actions[1].title, missing);
  EXPECT_THAT(insertExpectations(document, document.diagnostics())->diagnostics,
              testing::ElementsAreArray(document.diagnostics()));
}

TEST(CodeActions, EndLinesAsTheDocumentDoes) {
  std::string error = "// expected-error @below {{expected '>' in tensor "
                      "type}}";
  const char *title = "Insert // expected-error for this finding";
  for (const char *end : {"\r\n", "\r", "\n"}) {
    std::string before = std::string("// -verify-diagnostics") + end;
    EXPECT_EQ(applied(before + "func.func private @f(tensor<4xf32$0)", title),
              before + error + end + "func.func private @f(tensor<4xf32)");
  }
}

//===----------------------------------------------------------------------===//
// Result types
//===----------------------------------------------------------------------===//

static std::string withInferredType(std::string_view text) {
  CursorDocument at(text);
  std::vector<Diagnostic> findings =
      findingsAt(*at.document, {at.cursor, at.cursor});
  std::vector<CodeAction> actions =
      shapels::actionsAt(*at.document, at.cursor, findings);
  if (actions.empty())
    return "no action";
  EXPECT_EQ(actions.size(), 1u);
  for (size_t i = actions[0].edits.size(); i-- > 0;)
    at.document->edit(actions[0].edits[i]);
  at.document->update();
  for (const Diagnostic &finding : at.document->diagnostics())
    EXPECT_EQ(finding.severity, Severity::Hint) << finding.message;
  return std::string(at.document->buffer().text());
}

TEST(CodeActions, MakeAResultTypeWhatIsInferred) {
  std::string before = "// c\nfunc.func @f(%a: tensor<3xf32>) {\n";
  EXPECT_EQ(withInferredType(before + "  %0 = stablehlo.a$0bs(%a) : "
                                      "(tensor<3xf32>) -> tensor<?xf32>\n"
                                      "  return\n}\n"),
            before + "  %0 = stablehlo.abs(%a) : (tensor<3xf32>) -> "
                     "tensor<3xf32>\n  return\n}\n");
}

TEST(CodeActions, MakeAWrongResultTypeWhatIsInferred) {
  std::string before = "func.func @f(%a: tensor<3xi32>) {\n"
                       "  %0 = \"test.broadcastable\"(%a) : "
                       "(tensor<3xi32>) -> ";
  EXPECT_EQ(withInferredType(before + "$0tensor<4xi32>\n  return\n}\n"),
            before + "tensor<3xi32>\n  return\n}\n");
}

TEST(CodeActions, MakeAResultTypeWhatTheRuleOfTheOpSays) {
  std::string before = "func.func @f(%a: tensor<2x3xf32>) {\n  %0 = "
                       "stablehlo.transpose %a, dims = [1, 0] : "
                       "(tensor<2x3xf32>) -> ";
  EXPECT_EQ(withInferredType(before + "$0tensor<2x3xf32>\n  return\n}\n"),
            before + "tensor<3x2xf32>\n  return\n}\n");
}

TEST(CodeActions, OfferNoResultTypeThatBreaksTheText) {
  for (const char *text :
       {// Nothing is known better.
        "func.func @f(%a: tensor<?xf32>) {\n"
        "  %$00 = math.exp %a : tensor<?xf32>\n  return\n}\n",
        // The one type is the operand's as well.
        "func.func @f(%a: tensor<3xf32>) {\n"
        "  %0 = tensor.cast %a : tensor<3xf32> to tensor<?xf32>\n"
        "  %$01 = math.exp %0 : tensor<?xf32>\n  return\n}\n",
        // It is not the result that is wrong.
        "func.func @f(%a: tensor<4x3xf32>, %b: tensor<5x3xf32>) {\n"
        "  %$00 = \"onnx.MatMul\"(%a, %b) : (tensor<4x3xf32>, "
        "tensor<5x3xf32>) -> tensor<7x3xf32>\n  return\n}\n",
        // A cast is meant to say less.
        "func.func @f(%a: tensor<3xf32>) {\n"
        "  %$00 = tensor.cast %a : tensor<3xf32> to tensor<?xf32>\n"
        "  return\n}\n"})
    EXPECT_EQ(withInferredType(text), "no action") << text;
}
