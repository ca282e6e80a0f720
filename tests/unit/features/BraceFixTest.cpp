//===- BraceFixTest.cpp - Quick fixes for braces that are missing ---------===//

#include "features/Cursor.h"

#include "server/features/BraceFix.h"

using namespace shapels;
using namespace shapels::test;

namespace {

struct BraceRow {
  const char *name, *broken, *title, *fixed;
};

std::ostream &operator<<(std::ostream &stream, const BraceRow &row) {
  return stream << row.name;
}

class BraceFix : public testing::TestWithParam<BraceRow> {};

constexpr const char *opening = "Insert the missing '{'";
constexpr const char *closing = "Insert the missing '}'";

/// What MLIR's parser says, or we instead.
std::vector<Diagnostic> syntaxOf(const Document &document) {
  std::vector<Diagnostic> result;
  std::ranges::copy_if(document.diagnostics(), std::back_inserter(result),
                       [](const Diagnostic &finding) {
                         return finding.code == DiagnosticCode::MlirParse;
                       });
  return result;
}

} // namespace

/// It is the preferred one, and nothing is wrong with the braces then.
TEST_P(BraceFix, EndsWhatIsSaid) {
  const BraceRow &row = GetParam();
  Document document(row.broken);
  document.update();
  std::vector<Diagnostic> found = syntaxOf(document);
  ASSERT_EQ(found.size(), 1u);
  std::vector<CodeAction> actions = codeActions(document, found);
  ASSERT_EQ(actions.size(), 1u) << found[0].message;
  EXPECT_EQ(actions[0].title, row.title);
  EXPECT_TRUE(actions[0].isPreferred);
  EXPECT_EQ(actions[0].diagnostics, found);
  ASSERT_EQ(actions[0].edits.size(), 1u);
  document.edit(actions[0].edits[0]);
  document.update();
  EXPECT_EQ(document.buffer().text(), row.fixed);
  for (const Diagnostic &finding : syntaxOf(document))
    ADD_FAILURE() << finding.message;
}

INSTANTIATE_TEST_SUITE_P(
    Opening, BraceFix,
    testing::Values(
        BraceRow{"Of a function",
                 "func.func @f(%a: i32) -> i32\n  return %a : i32\n}\n",
                 opening,
                 "func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}\n"},
        BraceRow{"Before blanks and a comment",
                 "func.func @f(%a: i32,\n             %b: i32)\t // {\n"
                 "  return\n}\n",
                 opening,
                 "func.func @f(%a: i32,\n             %b: i32) {\t // {\n"
                 "  return\n}\n"},
        BraceRow{"Behind attributes",
                 "llvm.func @f(%a: i32) -> i32 attributes {x = 1 : i32}\n"
                 "  llvm.return %a : i32\n}\n",
                 opening,
                 "llvm.func @f(%a: i32) -> i32 attributes {x = 1 : i32} {\n"
                 "  llvm.return %a : i32\n}\n"},
        BraceRow{"In a module of another dialect",
                 "gpu.module @m {\n  gpu.func @f(%a: i32) kernel attributes "
                 "{x}\n    gpu.return\n  }\n}\n",
                 opening,
                 "gpu.module @m {\n  gpu.func @f(%a: i32) kernel attributes "
                 "{x} {\n    gpu.return\n  }\n}\n"},
        BraceRow{"In the second section",
                 "func.func private @f()\n// -----\nfunc.func @\"é\"()\n"
                 "  return\n}\n",
                 opening,
                 "func.func private @f()\n// -----\nfunc.func @\"é\"() {\n"
                 "  return\n}\n"}));

INSTANTIATE_TEST_SUITE_P(
    Closing, BraceFix,
    testing::Values(
        BraceRow{"Of a function",
                 "func.func @f() {\n  return // f\n\n// Another one.\n"
                 "func.func @g() {\n  return\n}\n",
                 closing,
                 "func.func @f() {\n  return // f\n}\n\n// Another one.\n"
                 "func.func @g() {\n  return\n}\n"},
        BraceRow{"At the end of a text without a line break",
                 "func.func @f() {\r\n  return", closing,
                 "func.func @f() {\r\n  return\r\n}"},
        BraceRow{"Of a module", "module {\nfunc.func @f() {\n  return\n}\n",
                 closing, "module {\nfunc.func @f() {\n  return\n}\n}\n"},
        BraceRow{"In a module",
                 "module {\n\tfunc.func @f() {\n\t\treturn\n"
                 "\tfunc.func @g() {\n\t\treturn\n\t}\n}\n",
                 closing,
                 "module {\n\tfunc.func @f() {\n\t\treturn\n\t}\n"
                 "\tfunc.func @g() {\n\t\treturn\n\t}\n}\n"},
        BraceRow{"Of a module and its function",
                 "module {\n  func.func @f() {\n    return\n",
                 "Insert the 2 missing '}'",
                 "module {\n  func.func @f() {\n    return\n  }\n}\n"},
        BraceRow{"Of a function with attributes",
                 "llvm.func @f() attributes {x = 1 : i32} {\n"
                 "  llvm.return\nllvm.func @g() {\n  llvm.return\n}\n",
                 closing,
                 "llvm.func @f() attributes {x = 1 : i32} {\n"
                 "  llvm.return\n}\nllvm.func @g() {\n  llvm.return\n}\n"},
        BraceRow{"Of a loop and its function",
                 "func.func @f(%n: index) {\n"
                 "  scf.for %i = %n to %n step %n {\n"
                 "    %0 = arith.addi %i, %i : index\n",
                 "Insert the 2 missing '}'",
                 "func.func @f(%n: index) {\n"
                 "  scf.for %i = %n to %n step %n {\n"
                 "    %0 = arith.addi %i, %i : index\n  }\n}\n"},
        BraceRow{"Of a loop that is only begun",
                 "func.func @f(%n: index) {\n"
                 "  scf.for %i = %n to %n step %n {\n    \n  return\n}\n",
                 closing,
                 "func.func @f(%n: index) {\n"
                 "  scf.for %i = %n to %n step %n {\n  }\n    \n"
                 "  return\n}\n"},
        BraceRow{"Of an op that is only begun, in one that ends below it",
                 "func.func @f(%n: index, %c: i1) {\n"
                 "  scf.for %i = %n to %n step %n {\n    scf.if %c {\n"
                 "    %0 = arith.addi %i, %i : index\n  }\n  return\n}\n",
                 closing,
                 "func.func @f(%n: index, %c: i1) {\n"
                 "  scf.for %i = %n to %n step %n {\n    scf.if %c {\n    }\n"
                 "    %0 = arith.addi %i, %i : index\n  }\n  return\n}\n"},
        BraceRow{"Of nested loops before a function",
                 "func.func @f(%n: index, %c: i1) {\n"
                 "  scf.for %i = %n to %n step %n {\n    scf.if %c {\n"
                 "      %0 = arith.addi %i, %i : index\n    } else {\n"
                 "      %0 = arith.muli %i, %i : index\n"
                 "func.func @g() {\n  return\n}\n",
                 "Insert the 3 missing '}'",
                 "func.func @f(%n: index, %c: i1) {\n"
                 "  scf.for %i = %n to %n step %n {\n    scf.if %c {\n"
                 "      %0 = arith.addi %i, %i : index\n    } else {\n"
                 "      %0 = arith.muli %i, %i : index\n    }\n  }\n}\n"
                 "func.func @g() {\n  return\n}\n"},
        BraceRow{"On the line of the function",
                 "func.func @f() { return\nfunc.func @g() { return }\n",
                 closing,
                 "func.func @f() { return\n}\nfunc.func @g() { return }\n"},
        BraceRow{"Of a loop in a function",
                 "func.func @f(%n: index) {\n"
                 "  scf.for %i = %n to %n step %n {\n"
                 "    %0 = arith.addi %i, %i : index // i\n\n"
                 "  // The end.\n"
                 "  return\n}\n",
                 closing,
                 "func.func @f(%n: index) {\n"
                 "  scf.for %i = %n to %n step %n {\n"
                 "    %0 = arith.addi %i, %i : index // i\n  }\n\n"
                 "  // The end.\n"
                 "  return\n}\n"},
        BraceRow{"Of nested loops in a function",
                 "func.func @f(%n: index, %c: i1) {\n"
                 "  scf.for %i = %n to %n step %n {\n    scf.if %c {\n"
                 "      %0 = arith.addi %i, %i : index\n  return\n}\n",
                 "Insert the 2 missing '}'",
                 "func.func @f(%n: index, %c: i1) {\n"
                 "  scf.for %i = %n to %n step %n {\n    scf.if %c {\n"
                 "      %0 = arith.addi %i, %i : index\n    }\n  }\n"
                 "  return\n}\n"},
        BraceRow{"Of an inner loop",
                 "func.func @f(%n: index, %c: i1) {\n"
                 "  scf.for %i = %n to %n step %n {\n    scf.if %c {\n"
                 "      %0 = arith.addi %i, %i : index\n"
                 "    %1 = arith.addi %i, %i : index\n  }\n  return\n}\n",
                 closing,
                 "func.func @f(%n: index, %c: i1) {\n"
                 "  scf.for %i = %n to %n step %n {\n    scf.if %c {\n"
                 "      %0 = arith.addi %i, %i : index\n    }\n"
                 "    %1 = arith.addi %i, %i : index\n  }\n  return\n}\n"}));

/// MLIR says more of what follows.
TEST(BraceFix, EndsTheRegionOfAGenericOp) {
  Document document("\"builtin.module\"() ({\n"
                    "  \"func.func\"() ({\n"
                    "    \"func.return\"() : () -> ()\n"
                    "  ) {function_type = () -> (), sym_name = \"f\"} : () -> "
                    "()\n}) : () -> ()\n");
  document.update();
  std::vector<Diagnostic> found = syntaxOf(document);
  ASSERT_FALSE(found.empty());
  std::vector<CodeAction> actions =
      codeActions(document, std::span(found).first(1));
  ASSERT_EQ(actions.size(), 1u) << found[0].message;
  EXPECT_EQ(actions[0].title, closing);
  ASSERT_EQ(actions[0].edits.size(), 1u);
  document.edit(actions[0].edits[0]);
  document.update();
  EXPECT_NE(document.buffer().text().find("\n  }) {function"),
            std::string::npos);
  EXPECT_TRUE(syntaxOf(document).empty());
}
