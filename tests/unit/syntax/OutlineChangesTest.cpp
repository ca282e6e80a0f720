//===- OutlineChangesTest.cpp - What an edit does to statements -----------===//

#include "syntax/OutlineView.h"
#include "syntax/Typist.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace shapels;
using namespace shapels::test;

namespace {

/// With a marked text.
struct ChangeRow {
  const char *name, *text, *change;
};

std::ostream &operator<<(std::ostream &stream, const ChangeRow &row) {
  return stream << row.name;
}

std::string labels(char sign, std::string_view text, const Outline &outline,
                   std::vector<StatementId> ids) {
  std::sort(ids.begin(), ids.end(), [&](StatementId a, StatementId b) {
    return outline.begin(a) < outline.begin(b);
  });
  std::string result;
  for (StatementId id : ids)
    result += " " + (sign + labelOf(text, outline.statement(id)));
  return result;
}

class OutlineChanges : public testing::TestWithParam<ChangeRow> {};

} // namespace

TEST_P(OutlineChanges, Are) {
  auto [text, edits] = marked(GetParam().text);
  const TextEdit &edit = edits.front();
  Outline before = outlineOf(text), outline = outlineOf(text);
  std::string textBefore = text;
  replaceIn(text, edit);
  OutlineChange change =
      outline.apply(TextBuffer(text), inSection(edit.range),
                    static_cast<uint32_t>(edit.newText.size()));
  EXPECT_EQ(labels('-', textBefore, before, change.removed) +
                labels('+', text, outline, change.added) +
                labels('~', text, outline, change.changed),
            GetParam().change)
      << text;
  EXPECT_EQ(faultOf(change, edit, ownOf(textBefore, before),
                    ownOf(text, outline), Moved(change, outline)),
            "");
}

INSTANTIATE_TEST_SUITE_P(
    Of, OutlineChanges,
    testing::Values(
        ChangeRow{"a digit",
                  "func.func @f() {\n  a.b {n = [[1|2]]}\n  a.c\n}\n", " ~a.b"},
        ChangeRow{"a digit in an op with regions",
                  "scf.if %[[0|1]] {\n  a.c %x\n} else {\n  a.d %x\n}\na.e\n",
                  " ~scf.if"},
        ChangeRow{"a line between",
                  "func.func @f() {\n  a.b %x\n[[|  a.d\n]]  a.c\n}\n",
                  " +a.d"},
        ChangeRow{"a line behind a line",
                  "func.func @f() {\n  a.b %x[[|\n  a.d]]\n  a.c\n}\n",
                  " +a.d"},
        ChangeRow{"a first line",
                  "module {\nfunc.func @f() {[[|\n  a.d]]\n  a.b %x\n}\n}\n",
                  " +a.d"},
        ChangeRow{"a last line",
                  "module {\nfunc.func @f() {\n  a.b %x\n[[|  a.d\n]]}\n}\n",
                  " +a.d"},
        ChangeRow{"a line in a second region",
                  "scf.if %c {\n  a.b %x\n} else {\n  a.c %x\n[[|  a.d\n]]}\n"
                  "a.e\n",
                  " +a.d"},
        ChangeRow{"a deleted line",
                  "func.func @f() {\n  a.b %x\n[[  a.c\n|]]  a.d\n}\n",
                  " -a.c"},
        ChangeRow{"a deleted first line",
                  "func.func @f() {\n[[  a.c %x\n|]]  a.d %x\n}\n", " -a.c"},
        ChangeRow{"a deleted op with a region",
                  "func.func @f() {\n  a.b %x\n[[  scf.if %c {\n    a.c %x\n  }"
                  "\n|]]  a.d\n}\n",
                  " -scf.if -a.c"},
        ChangeRow{"a character in a header",
                  "module {\nfunc.func @f[[|x]]() {\n  a.b %x\n  a.c\n}\n}\n"
                  "a.d\n",
                  " ~func.func"},
        ChangeRow{"an op's name", "a.b %x\na.[[c|d]] %x\na.e\n", " ~a.d"},
        ChangeRow{"its kind", "a.b\n[[a.c|!t = i32]]\na.d\n", " -a.c +!t"},
        ChangeRow{"space between",
                  "func.func @f() {\n  a.b %x\n[[|  \n]]  a.c\n}\n", ""},
        ChangeRow{"space in a body",
                  "module {\n  func.func @f() {[[|\n\n]]\n  }\n}\n", ""},
        ChangeRow{"space behind", "a.b %x[[|  ]]\na.c\n", ""},
        ChangeRow{"indentation", "scf.if %c {\n[[|  ]]a.c %x\n}\na.d\n", ""},
        ChangeRow{"a comment", "scf.if %c {\n  a.b %x [[|// x]]\n  a.c\n}\n",
                  ""},
        ChangeRow{"a character of a comment",
                  "scf.if %c { // [[x|y]]\n  a.b %x\n}\n", ""},
        ChangeRow{"what is pasted in front",
                  "[[|func.func @g() {\n}\n]]func.func @f() {\n  a.b %x\n}\n",
                  " +func.func"},
        ChangeRow{"another region",
                  "scf.if %c {\n  a.b %x\n}[[| else {\n  a.c %x\n}]]\na.d\n",
                  " +a.c ~scf.if"},
        ChangeRow{"lines that become one", "a.b %x[[\n|]]a.c\na.d\n",
                  " -a.c ~a.b"},
        ChangeRow{"a missing brace",
                  "func.func @f() {\n  a.b %x\n[[|}\n]]func.func @g() {\n"
                  "  a.c %x\n}\n",
                  " ~func.func"},
        ChangeRow{"another parent", "[[|module {]]\na.b %x\na.c\n",
                  " -a.b -a.c +module +a.b +a.c"}));
