//===- CodesTest.cpp - One text that triggers each code, one that does not ===//

#include "analysis/Findings.h"

#include "ods/TestCatalogue.h"

#include <algorithm>
#include <set>

using namespace shapels;
using namespace shapels::test;

namespace {

/// The same of a linalg.broadcast.
#define LIST(INPUT, INIT, DIMENSIONS)                                          \
  "func.func @f(%a: " INPUT ", %b: " INIT ") {\n"                              \
  "  linalg.broadcast ins(%a : " INPUT ") outs(%b : " INIT                     \
  ") dimensions = " DIMENSIONS "\n  return\n}\n"

/// A library for `my.op`, and the beginning of a function on line 8.
#define LIBRARY                                                                \
  "shape.function_library @l {\n"                                              \
  "  func.func @f(%v: !shape.value_shape) -> !shape.shape {\n"                 \
  "    %s = shape.shape_of %v : !shape.value_shape -> !shape.shape\n"          \
  "    return %s : !shape.shape\n"                                             \
  "  }\n"                                                                      \
  "} mapping {my.op = @f}\n"                                                   \
  "\nfunc.func @g(%a: tensor<4xf32>) {\n"

struct CodeRow {
  const char *code;
  /// The findings of `triggers` are exactly these; nothing of `quiet` is.
  const char *triggers;
  std::vector<ExpectedFinding> findings;
  const char *quiet;
  void (*configure)(Configuration &) = nullptr;
};

std::ostream &operator<<(std::ostream &stream, const CodeRow &row) {
  return stream << row.code;
}

const CodeRow rows[] = {
    {"mlir-parse",
     "func.func @f(%a: tensor<3xi32) {\n  return\n}\n",
     {{1, 30, 31, "mlir-parse", Severity::Error,
       "expected '>' in tensor type"}},
     "func.func @f(%a: tensor<3xi32>) {\n  return\n}\n"},
    {"mlir-verify",
     "func.func @f(%a: tensor<3xi32>) {\n  return %a : tensor<3xi32>\n}\n",
     {{2, 3, 9, "mlir-verify", Severity::Error,
       "'func.return' op has 1 operands, but enclosing function (@f) returns "
       "0"}},
     "func.func @f(%a: tensor<3xi32>) -> tensor<3xi32> {\n"
     "  return %a : tensor<3xi32>\n}\n"},
    {"broadcast-incompatible",
     BROADCAST("%a: tensor<2x3xi32>, %b: tensor<2x4xi32>", "%a, %b",
               "(tensor<2x3xi32>, tensor<2x4xi32>) -> tensor<2x?xi32>"),
     {{2, 33, 35, "broadcast-incompatible", Severity::Error,
       "dimension 1 does not broadcast: %a has 3, %b has 4"}},
     BROADCAST("%a: tensor<2x3xi32>, %b: tensor<2x1xi32>", "%a, %b",
               "(tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x?xi32>")},
    {"broadcast-result-mismatch",
     BROADCAST("%a: tensor<2xi32>", "%a", "(tensor<2xi32>) -> tensor<4xi32>"),
     {{2, 54, 67, "broadcast-result-mismatch", Severity::Error,
       "dimension 0 of the result does not fit: %a has 2, %0 has 4"}},
     BROADCAST("%a: tensor<2xi32>", "%a", "(tensor<2xi32>) -> tensor<2xi32>")},
    {"broadcast-rank-mismatch",
     BROADCAST("%a: tensor<3xi32>", "%a", "(tensor<3xi32>) -> tensor<1x3xi32>"),
     {{2, 54, 69, "broadcast-rank-mismatch", Severity::Error,
       "the rank of the result does not fit: %a has 1, %0 has 2"}},
     BROADCAST("%a: tensor<3xi32>", "%a", "(tensor<3xi32>) -> tensor<3xi32>")},
    {"broadcast-rank-unproved",
     BROADCAST("%a: tensor<3xi32>, %b: tensor<*xi32>", "%a, %b",
               "(tensor<3xi32>, tensor<*xi32>) -> tensor<1x3xi32>"),
     {{2, 73, 88, "broadcast-rank-unproved", Severity::Warning,
       "the rank of the result is not proved: %a has 1, %b is unranked, %0 has "
       "2"}},
     BROADCAST("%a: tensor<*xi32>, %b: tensor<*xi32>", "%a, %b",
               "(tensor<*xi32>, tensor<*xi32>) -> tensor<1x3xi32>")},
    {"broadcast-signature",
     BROADCAST("", "", "() -> tensor<3xi32>"),
     {{2, 9, 27, "broadcast-signature", Severity::Error,
       "'test.broadcastable' is broadcastable and needs at least one "
       "operand"}},
     BROADCAST("%a: vector<3xi32>", "%a", "(vector<3xi32>) -> vector<3xi32>")},
    {"implicit-static-cast",
     BROADCAST("%a: tensor<?xi32>", "%a", "(tensor<?xi32>) -> tensor<4xi32>"),
     {{2, 54, 67, "implicit-static-cast", Severity::Warning,
       "dimension 0 of the result is not checked at run time: %a has ?, %0 has "
       "4"}},
     BROADCAST("%a: tensor<?xi32>", "%a", "(tensor<?xi32>) -> tensor<?xi32>")},
    {"shape-mismatch",
     "func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {\n"
     "  %0 = my.act.add %a, %b : (tensor<2x3xf32>, tensor<2x4xf32>) -> "
     "tensor<2x?xf32>\n"
     "  return\n}\n",
     {{2, 23, 25, "shape-mismatch", Severity::Error,
       "'my.act.add' needs one shape for all, but in dimension 1 %a has 3, %b "
       "has 4"}},
     "func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x?xf32>) {\n"
     "  %0 = my.act.add %a, %b : (tensor<2x3xf32>, tensor<2x?xf32>) -> "
     "tensor<2x?xf32>\n"
     "  return\n}\n",
     [](Configuration &configuration) {
       configuration.ops.declare("my.act.*", OpFamily::SameShape);
     }},
    {"operand-type",
     "func.func @f(%a: tensor<4xf32>) {\n"
     "  %0 = stablehlo.add %a, %a : tensor<5xf32>\n  return\n}\n",
     {{2, 8, 21, "unknown-dialect", Severity::Hint,
       "dialect 'stablehlo' is not built in: its ops are read by their form, "
       "and not verified; the shapes of many ops of 'stablehlo' are known by "
       "their names; for others the setting 'ops' can tell how their shapes "
       "relate"},
      {2, 31, 44, "operand-type", Severity::Error,
       "%a is tensor<4xf32>, but 'stablehlo.add' has tensor<5xf32> for it"}},
     "func.func @f(%a: tensor<4xf32>) {\n"
     "  %0 = stablehlo.add %a, %a : tensor<4xf32>\n  return\n}\n"},
    {"shape-function",
     LIBRARY "  %0 = \"my.op\"() : () -> tensor<4xf32>\n  return\n}\n",
     {{9, 9, 14, "shape-function", Severity::Warning,
       "shape function @f is for ops with 1 operand, but 'my.op' has 0: it is "
       "not used"}},
     LIBRARY "  %0 = \"my.op\"(%a) : (tensor<4xf32>) -> tensor<4xf32>\n"
             "  return\n}\n"},
    {"ods-mismatch",
     "func.func @f(%a: tensor<4xf32>) {\n  \"my.two\"(%a) : (tensor<4xf32>) -> "
     "()\n  return\n}\n",
     {{2, 4, 10, "ods-mismatch", Severity::Warning,
       "'my.two' has 1 operand, but is defined with 2 (My.td:7)"},
      {2, 4, 10, "unknown-dialect", Severity::Hint,
       "dialect 'my' is not built in: its ops are read and checked by what .td "
       "files say, and not by verifiers of their own; the setting 'ops' can "
       "tell how their shapes relate; 1 op of 'my' is known by .td files "
       "(/project/My.td)"}},
     "func.func @f(%a: tensor<4xf32>) {\n  \"my.two\"(%a, %a) : "
     "(tensor<4xf32>, tensor<4xf32>) -> ()\n  return\n}\n",
     [](Configuration &configuration) {
       OpDefinition two;
       two.name = "my.two";
       two.operands.resize(2);
       two.place = {"/project/My.td", 7};
       configuration.projectOps = catalogueOf({{two}, {}, {}});
     }},
    {"dim-conflict",
     "func.func @f(%a: tensor<?xf32>) {\n"
     "  %0 = tensor.cast %a : tensor<?xf32> to tensor<3xf32>\n"
     "  %1 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>\n"
     "  return\n}\n",
     {{3, 20, 22, "dim-conflict", Severity::Error,
       "dimension 0 of %a is 4 here, but 3 by the ops before"}},
     "func.func @f(%a: tensor<?xf32>) {\n"
     "  %0 = tensor.cast %a : tensor<?xf32> to tensor<3xf32>\n"
     "  %1 = tensor.cast %a : tensor<?xf32> to tensor<3xf32>\n"
     "  return\n}\n"},
    {"call-mismatch",
     "func.func @f(%x: tensor<?xf32>) {\n"
     "  %0 = tensor.cast %x : tensor<?xf32> to tensor<3xf32>\n"
     "  return\n"
     "}\n"
     "func.func @g(%x: tensor<4xf32>) {\n"
     "  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>\n"
     "  call @f(%0) : (tensor<?xf32>) -> ()\n"
     "  return\n"
     "}\n",
     {{7, 11, 13, "call-mismatch", Severity::Error,
       "'func.call' passes 4 in dimension 0 of %0, but @f needs 3"}},
     "func.func @f(%x: tensor<?xf32>) {\n"
     "  %0 = tensor.cast %x : tensor<?xf32> to tensor<3xf32>\n"
     "  return\n"
     "}\n"
     "func.func @g(%x: tensor<?xf32>) {\n"
     "  call @f(%x) : (tensor<?xf32>) -> ()\n"
     "  return\n"
     "}\n"},
    {"linalg-broadcast-dimensions",
     LIST("tensor<16xf32>", "tensor<16x3x4xf32>", "[1, 1]"),
     {{2, 92, 93, "linalg-broadcast-dimensions", Severity::Error,
       "'dimensions' lists 1 twice"}},
     LIST("tensor<16xf32>", "tensor<16x3x4xf32>", "[1, 2]")},
    {"linalg-broadcast-mapped",
     LIST("memref<16xf32>", "memref<16x64xf32>", "[0]"),
     {{2, 87, 90, "linalg-broadcast-mapped", Severity::Error,
       "[0] says where the dimensions of %a go; MLIR lists those that it does "
       "not have: [1]"}},
     LIST("memref<16xf32>", "memref<16x64xf32>", "[1]")},
    {"linalg-broadcast-expansion",
     LIST("tensor<16x1xf32>", "tensor<16x32x64xf32>", "[2]"),
     {{2, 24, 26, "linalg-broadcast-expansion", Severity::Error,
       "dimension 1 of %a has size 1 and does not expand; without it, the "
       "dimensions that are added are [1, 2]"}},
     LIST("tensor<16x1xf32>", "tensor<16x1x64xf32>", "[2]")},
    {"linalg-broadcast-unsorted",
     LIST("memref<16xf32>", "memref<16x3x4xf32>", "[2, 1]"),
     {{2, 88, 94, "linalg-broadcast-unsorted", Severity::Warning,
       "[2, 1] is not in order; MLIR reads it as [1, 2]"}},
     LIST("memref<16xf32>", "memref<16x3x4xf32>", "[1, 2]")},
    {"unknown-dialect",
     "\"nowhere.a\"() : () -> ()\n\"nowhere.b\"() : () -> ()\n",
     {{1, 2, 11, "unknown-dialect", Severity::Hint,
       "dialect 'nowhere' is not built in: its ops are read by their form, and "
       "not verified; the setting 'ops' can tell how their shapes relate"}},
     "func.func private @f()\n"},
    {"invalid-pragma",
     "// shapels: ignore[mlir-verfy]\nfunc.func private @f()\n",
     {{1, 20, 30, "invalid-pragma", Severity::Warning,
       "unknown code 'mlir-verfy' in a `// shapels:` comment; did you mean "
       "'mlir-verify'?"}},
     "// shapels: ignore[mlir-verify]\nfunc.func private @f()\n"},
    {"invalid-annotation",
     "// shapels: %a = [B]\nfunc.func private @g()\n"
     "func.func @f(%a: tensor<?x4xf32>) {\n"
     "  // shapels: %a = [B, 4, 2], %b = [4]\n  // shapels: %a = [2, 5]\n"
     "  return\n}\n",
     {{1, 13, 15, "invalid-annotation", Severity::Error,
       "'%a' is no argument of the function"},
      {4, 15, 29, "invalid-annotation", Severity::Error,
       "%a has rank 2, not 3"},
      {5, 24, 25, "invalid-annotation", Severity::Error,
       "this cannot be: 4 is not 5"}},
     "// shapels: %a = [B, C], B + C = 9\n"
     "func.func @f(%a: tensor<?x4xf32>) {\n  // shapels: %a = [5, ?]\n"
     "  return\n}\n"},
    {"too-many-diagnostics",
     "%0 = \"test.broadcastable\"() : () -> tensor<3xi32>\n"
     "%1 = \"test.broadcastable\"() : () -> tensor<3xi32>\n"
     "%2 = \"test.broadcastable\"() : () -> tensor<3xi32>\n",
     {{1, 7, 25, "broadcast-signature", Severity::Error,
       "'test.broadcastable' is broadcastable and needs at least one operand"},
      {2, 7, 25, "too-many-diagnostics", Severity::Warning,
       "2 more findings are not shown"}},
     "%0 = \"test.broadcastable\"() : () -> tensor<3xi32>\n",
     [](Configuration &configuration) { configuration.maxDiagnostics = 1; }},
    {"unused-ignore",
     "// shapels: ignore[mlir-parse, linalg-*]\nfunc.func private @f()\n",
     {{1, 20, 30, "unused-ignore", Severity::Warning,
       "there is no 'mlir-parse' here to ignore"},
      {1, 32, 40, "unused-ignore", Severity::Warning,
       "there is no 'linalg-*' here to ignore"}},
     "// shapels: ignore[mlir-*]\nfunc.func private @f(\n",
     [](Configuration &configuration) {
       configuration.severity["unused-ignore"] = Severity::Warning;
     }},
    {"outline-only",
     "%0 = arith.negf %u : f32\n",
     {{1, 1, 25, "outline-only", Severity::Information,
       "a file of more than 0 MiB is opened by its outline alone: there are "
       "symbols and names, and nothing is checked; `shapels --check` checks "
       "all of it"}},
     "// short\n",
     [](Configuration &configuration) { configuration.longestText = 20; }},
};

/// `refinable-result` is off by default: its message is not pinned here.
const CodeRow refinableRow = {
    "refinable-result",
    BROADCAST("%a: tensor<4xi32>", "%a", "(tensor<4xi32>) -> tensor<?xi32>"),
    {},
    BROADCAST("%a: tensor<4xi32>", "%a", "(tensor<4xi32>) -> tensor<4xi32>"),
    [](Configuration &configuration) {
      configuration.severity["refinable-result"] = Severity::Information;
    }};

Configuration configurationOf(const CodeRow &row) {
  Configuration configuration;
  if (row.configure)
    row.configure(configuration);
  return configuration;
}

class EveryCode : public testing::TestWithParam<CodeRow> {};

} // namespace

TEST_P(EveryCode, IsTriggered) {
  const CodeRow &row = GetParam();
  expectFindings(row.triggers, row.findings, configurationOf(row));
  bool isAmong =
      std::any_of(row.findings.begin(), row.findings.end(),
                  [&](const ExpectedFinding &finding) {
                    return std::string_view(finding.code) == row.code;
                  });
  EXPECT_TRUE(isAmong) << row.code;
}

TEST_P(EveryCode, IsNotTriggered) {
  const CodeRow &row = GetParam();
  std::string findings = findingsIn(row.quiet, configurationOf(row));
  EXPECT_EQ(findings.find("[" + std::string(row.code) + "]"), findings.npos)
      << row.quiet << findings;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryCode, testing::ValuesIn(rows));

TEST(RefinableResult, SaysWhereItIsSwitchedOn) {
  Configuration on = configurationOf(refinableRow);
  std::string findings = findingsIn(refinableRow.triggers, on);
  EXPECT_NE(findings.find("information[refinable-result]"), findings.npos)
      << findings;
  EXPECT_EQ(findings.find("2:"), 0u) << findings;
  EXPECT_EQ(findingsIn(refinableRow.quiet, on), "");
  EXPECT_EQ(findingsIn(refinableRow.triggers), "");
}

//===----------------------------------------------------------------------===//
// The table itself
//===----------------------------------------------------------------------===//

TEST(DiagnosticTable, HasATestForEveryCodeAndACodeForEveryTest) {
  // QuarantineTest.cpp has those of MLIR's crashes, lit/config those of
  // .shapels.json.
  std::set<std::string_view> tested{refinableRow.code, "parser-crash",
                                    "parser-timeout",  "invalid-config",
                                    "plugin-consent",  "plugin-not-loaded"},
      known;
  for (const CodeRow &row : rows)
    tested.insert(row.code);
  for (const DiagnosticInfo &row : diagnosticTable())
    known.insert(row.id);
  EXPECT_EQ(tested, known);
}

TEST(DiagnosticTable, IsInTheOrderOfTheEnumerationAndDocumented) {
  int index = 0;
  for (const DiagnosticInfo &row : diagnosticTable()) {
    EXPECT_EQ(static_cast<int>(row.code), index++);
    EXPECT_EQ(&info(row.code), &row);
    EXPECT_EQ(findDiagnosticInfo(row.id), &row);
    EXPECT_FALSE(row.meaning.empty());
    EXPECT_EQ(row.meaning.find('\n'), row.meaning.npos);
    EXPECT_EQ(row.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"),
              row.id.npos);
  }
  EXPECT_EQ(findDiagnosticInfo("no-such-code"), nullptr);
  EXPECT_EQ(findDiagnosticInfo(""), nullptr);
}
