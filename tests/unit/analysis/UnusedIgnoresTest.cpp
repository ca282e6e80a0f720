//===- UnusedIgnoresTest.cpp - Ignores that ignore nothing ----------------===//

#include "analysis/Commented.h"

using namespace shapels;
using namespace shapels::test;

namespace {

const std::string casting = cast;

std::string unusedIn(const Document &document) {
  std::string lines;
  for (const Diagnostic &finding : document.diagnostics())
    if (finding.code == DiagnosticCode::UnusedIgnore)
      lines += (lines.empty() ? "" : " ") +
               std::to_string(
                   document.buffer().lineOf(finding.range.begin).value + 1);
  return lines;
}

/// The lines of comments with an unused code, whoever reads the text.
std::string unusedIn(const std::string &text) {
  Configuration on = with("unused-ignore", Severity::Warning);
  std::string lines = linesOf("unused-ignore", text, on);
  Document once(text, on);
  once.readOnce([](const Section &) {});
  Document edited("\n" + text, on);
  edited.update();
  edited.edit({{{0}, {1}}, ""});
  edited.update();
  edited.conclude();
  EXPECT_EQ(unusedIn(once), lines) << text;
  EXPECT_EQ(unusedIn(edited), lines) << text;
  return lines;
}

} // namespace

TEST(UnusedIgnore, IsOfOneStatement) {
  EXPECT_EQ(unusedIn("// shapels: ignore[mlir-verify]\n" + casting), "1");
  EXPECT_EQ(unusedIn("// shapels: ignore[implicit-static-cast]\n" + casting),
            "");
  EXPECT_EQ(unusedIn("// shapels: ignore[*-cast]\n" + casting), "");
  // What is behind the last op is about none.
  EXPECT_EQ(
      unusedIn(casting + "// shapels: ignore[implicit-static-cast]\n"),
      std::to_string(std::count(casting.begin(), casting.end(), '\n') + 1));
  EXPECT_EQ(
      linesOf("unused-ignore", "// shapels: ignore[mlir-verify]\n" + casting),
      "");
}

TEST(UnusedIgnore, IsOfAllSections) {
  std::string head = "// shapels: ignore-file[implicit-static-cast]\n";
  std::string plain = "func.func private @g()\n", rule = "// -----\n";
  EXPECT_EQ(unusedIn(head + plain), "1");
  EXPECT_EQ(unusedIn(head + plain + rule + casting), "");
  EXPECT_EQ(unusedIn(head + plain + rule + plain), "1");
  // In a later section it is about that.
  EXPECT_EQ(
      unusedIn(casting + rule + head + plain + rule + casting),
      std::to_string(std::count(casting.begin(), casting.end(), '\n') + 2));
}

TEST(UnusedIgnore, IsIgnoredItself) {
  EXPECT_EQ(unusedIn("// shapels: ignore-file[unused-ignore]\n"
                     "// shapels: ignore[mlir-verify]\n" +
                     casting),
            "");
}

TEST(UnusedIgnore, WaitsForTheFlowOfSizes) {
  std::string text = "func.func @f(%a: tensor<?xf32>) {\n"
                     "  %0 = tensor.cast %a : tensor<?xf32> to tensor<3xf32>\n"
                     "  // shapels: ignore[dim-conflict]\n"
                     "  %1 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>\n"
                     "  return\n}\n";
  EXPECT_EQ(unusedIn(text), "");
}
