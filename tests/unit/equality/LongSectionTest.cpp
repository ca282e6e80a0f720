//===- LongSectionTest.cpp - A section that threads parse in parts --------===//
//
// It shows what the same text shows that was parsed as a whole: one more op had
// a location, which parts are not told by, and an edit takes it away.
//
//===----------------------------------------------------------------------===//

#include "equality/Shown.h"

#include <gtest/gtest.h>

#if defined(__linux__)
#include <sched.h>
#endif

using namespace shapels;
using namespace shapels::test;

namespace {

constexpr int functions = 40;

std::string replaced(std::string text, std::string_view what,
                     const std::string &with) {
  for (size_t at = 0; (at = text.find(what, at)) != text.npos;
       at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

/// One and a half megabytes, of which most is a comment in each function; `N`
/// is its number, and `odd` one that is somewhere in the middle.
std::string longText(const std::string &dependent) {
  std::string function =
      "func.func @fN(%x: tensor<?x4xf32>, %c: i1) -> tensor<?x4xf32> {\n"
      "  %0 = func.call @fM(%x, %c) : (tensor<?x4xf32>, i1) -> "
      "tensor<?x4xf32>\n  // " +
      std::string(40 << 10, '-') +
      "\n  cf.cond_br %c, ^a(%0 : tensor<?x4xf32>), ^b\n"
      "^a(%y: tensor<?x4xf32>):\n"
      "  %r:2 = scf.if %c -> (tensor<?x4xf32>, index) {\n"
      "    %i = arith.constant {m = #m} N : index\n"
      "    scf.yield %y, %i : tensor<?x4xf32>, index\n  } else {\n"
      "    %j = arith.constant 0 : index\n"
      "    scf.yield %x, %j : tensor<?x4xf32>, index\n  }\n"
      "  return %r#0 : tensor<?x4xf32>\n^b:\n  return %x : "
      "tensor<?x4xf32>\n}\n";
  std::string text;
  for (int i = 0; i < functions; ++i) {
    text += replaced(replaced(function, "N", std::to_string(i)), "M",
                     std::to_string((i + 7) % functions));
    if (i == functions / 2)
      text += dependent;
  }
  return text;
}

struct LongRow {
  const char *name, *before, *dependent, *behind;
};

std::ostream &operator<<(std::ostream &stream, const LongRow &row) {
  return stream << row.name;
}

class LongSection : public testing::TestWithParam<LongRow> {};

} // namespace

TEST_P(LongSection, ShowsWhatTheWholeShows) {
  const LongRow &row = GetParam();
  std::string text = row.before + longText(row.dependent) + row.behind;
  std::string located = "\"a.b\"() : () -> () loc(\"x\")\n";
  size_t place = text.find("func.func");
  Document parted(text);
  parted.update();
  Document whole(text.substr(0, place) + located + text.substr(place));
  whole.update();
  auto begin = static_cast<uint32_t>(place);
  auto size = static_cast<uint32_t>(located.size());
  whole.edit({{{begin}, {begin + size}}, ""});
  whole.update();
  EXPECT_EQ(differenceOf(whole, parted), "");
}

#if defined(__linux__)
TEST(LongSectionOnOneProcessor, IsParsedByIt) {
  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &all))
      CPU_SET(cpu, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  Document document("// " + std::string(17 << 20, '-') + "\n#m = 1 : i32\n" +
                    longText(""));
  document.update();
  EXPECT_TRUE(document.diagnostics().empty());
  EXPECT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
}
#endif

INSTANTIATE_TEST_SUITE_P(
    All, LongSection,
    testing::Values(
        LongRow{"At the top", "#m = affine_map<(d0) -> (d0)>\n", "", ""},
        LongRow{"In a module", "#m = affine_map<(d0) -> (d0)>\nmodule @m {\n",
                "", "}\n"},
        LongRow{"An alias between", "#m = 1 : i32\n", "#n = 2 : i32\n",
                "\"a.c\"() {n = #n} : () -> ()\n"},
        LongRow{"An alias too late", "", "", "#m = 1 : i32\n"},
        LongRow{"A function that is wrong", "#m = 1 : i32\n",
                "func.func @g(%x: tensor<2xf32>) -> tensor<3xf32> {\n"
                "  return %x : tensor<2xf32>\n}\n",
                ""},
        LongRow{"A function that does not parse", "#m = 1 : i32\n",
                "func.func @g(%x: tensor<2xf32>) {\n  %0 = tosa.ad %x\n"
                "  return\n}\n",
                ""},
        LongRow{"A function twice", "#m = 1 : i32\n",
                "func.func private @f3()\n", ""},
        LongRow{"A dialect that nobody has", "#m = 1 : i32\n",
                "func.func @g(%x: tensor<2xf32>) {\n  %0 = no.op %x : !no.t\n"
                "  return\n}\n",
                ""},
        LongRow{"What goes with a thread", "#m = 1 : i32\n",
                "\"a.d\"() {d = distinct[0]<1 : i32>} : () -> ()\n", ""},
        LongRow{"A value at the top", "#m = 1 : i32\n",
                "%0 = \"a.d\"() : () -> i32\n", ""}));
