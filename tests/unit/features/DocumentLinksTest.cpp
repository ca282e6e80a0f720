//===- DocumentLinksTest.cpp - Other files that a text names --------------===//

#include "features/Cursor.h"

#include "server/features/DocumentLinks.h"
#include "server/features/RunLines.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// `text -> file:line:column` for each, from 0.
std::string linksIn(std::string_view source) {
  CursorDocument at(source);
  std::string result;
  for (const DocumentLink &link : documentLinks(*at.document))
    result += std::string(at.slice(link.range)) + " -> " + link.place.file +
              ":" + std::to_string(link.place.position.line) + ":" +
              std::to_string(link.place.position.character) +
              (link.isBeside ? " beside" : "") + "\n";
  return result;
}

} // namespace

TEST(DocumentLinks, AreTheFilesOfLocations) {
  EXPECT_EQ(linksIn("#l = loc(\"a.py\":3:1)\n// loc(\"no.py\":1:1)\n"
                    "x.a loc(fused<\"m\">[\"b.py\":1:2, callsite(\"c\"(\"c.py\""
                    ":4:5) at #l)]) loc(\"name\") loc(unknown)\n"),
            "\"a.py\":3:1 -> a.py:2:0\n\"b.py\":1:2 -> b.py:0:1\n"
            "\"c.py\":4:5 -> c.py:3:4\n");
}

TEST(DocumentLinks, AreTheInputsOfRunLines) {
  EXPECT_EQ(linksIn("// RUN: cat %S/in.txt %s | \\\n// RUN:   x "
                    "-f=%p/Inputs/b.mlir,c\n// %S/no.txt\n"),
            "%S/in.txt -> in.txt:0:0 beside\n"
            "%p/Inputs/b.mlir -> Inputs/b.mlir:0:0 beside\n");
}

TEST(DocumentLinks, OfBrokenText) {
  EXPECT_EQ(linksIn("x.a loc(\"a.py\":1:\nx.b loc(\"b.py\":1:1"),
            "\"b.py\":1:1 -> b.py:0:0\n");
}

TEST(RunLines, AreJoinedAndQuoted) {
  TextBuffer text("// RUN: a %s \\\n// RUN:   | b\n//  RUN: c\nRUN: no\n");
  std::vector<RunLine> runs = runLines(text);
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].command, "a %s | b");
  EXPECT_EQ(text.slice(runs[0].range), "RUN: a %s \\");
  EXPECT_EQ(runs[1].command, "c");
  EXPECT_EQ(shellCommand("mlir-opt %s -o %t%% %S/x %shapels --a='b'",
                         "/my dir/it's.mlir"),
            "mlir-opt '/my dir/it'\\''s.mlir' -o '/tmp/it'\\''s.mlir.tmp'% "
            "'/my dir'/x %shapels --a='b'");
  EXPECT_EQ(shellCommand("x %s", "/a/b.mlir"), "x /a/b.mlir");
}
