//===- FormattingTest.cpp - Indentation and trailing blanks ---------------===//

#include "features/Cursor.h"

#include "server/features/Formatting.h"

using namespace shapels;
using namespace shapels::test;

namespace {

std::string applied(const Document &document, std::vector<TextEdit> edits) {
  std::string text(document.buffer().text());
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit)
    text.replace(edit->range.begin.value, edit->range.size(), edit->newText);
  return text;
}

std::string formatted(std::string_view source, FormatOptions options = {}) {
  CursorDocument at(source);
  Line last{at.document->buffer().lineCount() - 1};
  std::string once =
      applied(*at.document, format(*at.document, {0}, last, options));
  Document again(once);
  again.updateStatements();
  EXPECT_EQ(applied(again, format(again, {0}, last, options)), once);
  return once;
}

/// The cursor is where Enter was typed.
std::string behindEnter(std::string_view source) {
  CursorDocument at(source);
  return applied(*at.document, formatBehindEnter(*at.document, at.cursor, {}));
}

} // namespace

TEST(Formatting, IndentsByRegions) {
  EXPECT_EQ(formatted("module {\nfunc.func @f() {\n      scf.if %c {\n x.a %v\n"
                      "  } else {\n  x.b %v\n}\nreturn\n  }\n    }\n"),
            "module {\n  func.func @f() {\n    scf.if %c {\n      x.a %v\n"
            "    } else {\n      x.b %v\n    }\n    return\n  }\n}\n");
}

TEST(Formatting, PutsLabelsBesideTheirFunction) {
  EXPECT_EQ(formatted("func.func @f() {\ncf.br ^a\n  ^a:\nreturn\n}\n"),
            "func.func @f() {\n  cf.br ^a\n^a:\n  return\n}\n");
  EXPECT_EQ(formatted("\"x.f\"() ({\n  ^a(%b: i1):\n\"x.r\"() : () -> ()\n"
                      "  }, {\n }) : () -> ()\n"),
            "\"x.f\"() ({\n^a(%b: i1):\n  \"x.r\"() : () -> ()\n"
            "}, {\n}) : () -> ()\n");
}

TEST(Formatting, MovesFurtherLinesWithTheFirst) {
  EXPECT_EQ(formatted("func.func @f(%a: i1,\n             %b: i1) {\n"
                      "x.a ins(%a,\n        %b)\n}\n"),
            "func.func @f(%a: i1,\n             %b: i1) {\n"
            "  x.a ins(%a,\n          %b)\n}\n");
}

TEST(Formatting, MovesCommentsWithWhatFollows) {
  EXPECT_EQ(formatted("func.func @f() {\n// CHECK: a\n // b\n x.a %v  // c \n"
                      " // d\n}\n  // e\n"),
            "func.func @f() {\n// CHECK: a\n  // b\n  x.a %v  // c \n"
            "  // d\n}\n  // e\n");
}

TEST(Formatting, TakesBlanksFromTheEndsOfLines) {
  EXPECT_EQ(formatted("x.a \t\n  \nx.b // c  \r\nx.d  \r\nx.e \"open  \n"),
            "x.a\n\nx.b // c  \r\nx.d\r\nx.e \"open  \n");
}

TEST(Formatting, LeavesWhatLacksABrace) {
  const char *text =
      "func.func @f() {\n      x.a %v\n   scf.if %c {\n return\n}\n";
  EXPECT_EQ(formatted(text), text);
}

TEST(Formatting, FollowsTheOptions) {
  EXPECT_EQ(formatted("module {\nmodule {\n  x.a %v\n}\n}\n", {4, true}),
            "module {\n    module {\n        x.a %v\n    }\n}\n");
  EXPECT_EQ(formatted("module {\n  x.a (\n      %b)\n}\n", {4, false}),
            "module {\n\tx.a (\n\t\t%b)\n}\n");
}

TEST(Formatting, OfARangeGoesByWhatIsAround) {
  CursorDocument at("   module {\nx.a %v\nx.b %v\n}\n");
  EXPECT_EQ(applied(*at.document, format(*at.document, {1}, {1}, {})),
            "   module {\n     x.a %v\nx.b %v\n}\n");
}

TEST(Formatting, OfEachSectionByItself) {
  EXPECT_EQ(
      formatted("module {\n  x.a %v\n}\n// -----\n  module {\nx.b %v\n  }\n"),
      "module {\n  x.a %v\n}\n// -----\nmodule {\n  x.b %v\n}\n");
}

TEST(Formatting, BehindEnter) {
  EXPECT_EQ(behindEnter("func.func @f() { \n$0\n}\n"),
            "func.func @f() {\n  \n}\n");
  EXPECT_EQ(behindEnter("func.func @f() {\n  scf.if %c {\n$0"),
            "func.func @f() {\n  scf.if %c {\n    ");
  EXPECT_EQ(
      behindEnter("func.func @f() {\n  scf.if %c {\n    x.a %v\n    $0}\n"),
      "func.func @f() {\n  scf.if %c {\n    x.a %v\n  }\n");
  EXPECT_EQ(behindEnter("func.func @f() {\n  x.a ins(\n$0"),
            "func.func @f() {\n  x.a ins(\n      ");
  EXPECT_EQ(behindEnter("func.func @f() {\n  x.a ins(\n     %b,\n$0"),
            "func.func @f() {\n  x.a ins(\n     %b,\n     ");
  EXPECT_EQ(behindEnter("func.func @f() {\n  return\n}\n  $0"),
            "func.func @f() {\n  return\n}\n");
}
