//===- ProjectOpsTest.cpp - Ops of a project's .td files -----------------===//

#include "features/Cursor.h"

#include "ods/TestCatalogue.h"
#include "server/features/Hover.h"
#include "server/features/SemanticTokens.h"

#include <gmock/gmock.h>

using namespace shapels;
using namespace shapels::test;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace {

/// A project that defines `my.op`, which has a summary, and `my.bare`.
Configuration project() {
  OpDefinition op, bare;
  op.name = "my.op";
  op.summary = "adds what there is";
  op.description = "At length.";
  op.place = {"/project/My.td", 7};
  bare.name = "my.bare";
  Configuration configuration;
  configuration.projectOps = catalogueOf({{op, bare}, {}, {}});
  return configuration;
}

std::string hoverAt(std::string_view text, HoverOptions options = {}) {
  CursorDocument at(text, project());
  std::optional<Hover> found = hover(*at.document, at.cursor, options);
  return found ? found->text : "nothing";
}

} // namespace

TEST(ProjectOps, SayInAHoverWhatTheyDo) {
  EXPECT_THAT(hoverAt("%0 = my.o$0p : i32\n"),
              AllOf(HasSubstr("i32"), HasSubstr("adds what there is")));
  EXPECT_THAT(hoverAt("other.o$0p\n"), Not(HasSubstr("adds")));
}

TEST(ProjectOps, AreNoUnknownWords) {
  CursorDocument at("my.op\nmy.bare\nmy.other\n", project());
  std::string unknown;
  for (const SemanticToken &token :
       semanticTokens(*at.document, {{0}, at.document->buffer().end()}))
    if (token.modifiers & IsUnknown)
      unknown += std::string(at.slice(token.range)) + " ";
  EXPECT_EQ(unknown, "my other ");
}
