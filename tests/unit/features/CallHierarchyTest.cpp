//===- CallHierarchyTest.cpp - Which function uses which ------------------===//

#include "features/Cursor.h"

#include "server/features/CallHierarchy.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// `name: count` for each.
std::string describe(const std::vector<Call> &calls) {
  std::string result;
  for (const Call &call : calls)
    result +=
        call.other.name + ": " + std::to_string(call.places.size()) + "\n";
  return result;
}

constexpr std::string_view text =
    "func.func private @leaf()\n"
    "module @m {\n  my.func @unknown() {\n    my.call @leaf\n  }\n}\n"
    "func.func @$0f() {\n  call @leaf() : () -> ()\n"
    "  scf.if %c {\n    call @leaf() : () -> ()\n    call @g() : () -> ()\n"
    "    call @nowhere() : () -> ()\n  }\n  return\n}\n"
    "func.func @g() {\n  call @f() : () -> ()\n  return\n}\n";

} // namespace

TEST(CallHierarchy, GoesBothWays) {
  CursorDocument at(text);
  std::optional<CallItem> item = callItem(*at.document, at.cursor);
  ASSERT_TRUE(item);
  EXPECT_EQ(item->name, "f");
  EXPECT_EQ(item->detail, "func.func");
  EXPECT_EQ(at.slice(item->nameRange), "@f");
  EXPECT_EQ(describe(outgoingCalls(*at.document, at.cursor)),
            "leaf: 2\ng: 1\n");
  EXPECT_EQ(describe(incomingCalls(*at.document, at.cursor)), "g: 1\n");
  EXPECT_EQ(describe(incomingCalls(*at.document, {20})), "unknown: 1\nf: 2\n");
}

TEST(CallHierarchy, StartsAtASymbolOnly) {
  CursorDocument at("func.func @f() {\n  %$00 = x.a\n}\n");
  EXPECT_FALSE(callItem(*at.document, at.cursor));
  EXPECT_TRUE(incomingCalls(*at.document, at.cursor).empty());
}
