//===- EnvelopeTest.cpp ---------------------------------------------------===//

#include "server/protocol/Envelope.h"
#include "server/protocol/Encode.h"
#include "server/protocol/ParseMessage.h"

#include <gtest/gtest.h>

using namespace shapels;
using namespace shapels::lsp;

TEST(Envelope, ReadsWhatAMessageIs) {
  ClientMessage hover(R"({"jsonrpc":"2.0","id":"a\"b","method":"m",
                          "params":{"textDocument":{"uri":"u"}}})");
  EXPECT_EQ(hover.method, "m");
  EXPECT_EQ(hover.id, R"("a\"b")");
  EXPECT_EQ(hover.documentUri(), "u");
  ClientMessage note(R"({"jsonrpc":"2.0","method":"n"})");
  EXPECT_FALSE(note.id);
  EXPECT_EQ(note.documentUri(), "");
}

TEST(Envelope, WhatIsNoMessageHasNoMethod) {
  for (const char *body :
       {"", "[]", "{", "{}", R"({"method":"m"})",
        R"({"jsonrpc":"2.0","method":1})",
        R"({"jsonrpc":"2.0","method":"m","id":1.5})",
        R"({"jsonrpc":"1.0","method":"m"})", R"({"jsonrpc":"2.0","id":1})"})
    EXPECT_EQ(ClientMessage(body).method, "") << body;
}

/// As the server reads it: what is no character is repaired.
TEST(Envelope, AnyMessageThatCanBeReadGetsAnotherId) {
  auto message = [](std::string id, std::string_view path) {
    return R"({"id":)" + id +
           R"(,"jsonrpc":"2.0","method":"initialize","params":{"rootPath":")" +
           std::string(path) + R"("}})";
  };
  for (std::string_view odd : {"\\ud83d", "\xF4", "\xEF\xBF\xBD"})
    EXPECT_EQ(withId(message("0", odd), R"("x")"),
              message(R"("x")", replacementCharacter));
}

TEST(Envelope, KnowsWhatOurServerSends) {
  for (std::string id : {"1", "-7", R"("x")", R"("a\"},b")", "null"}) {
    EXPECT_EQ(responseId(encodeResult(id, "{}")), id);
    EXPECT_EQ(responseId(encodeError(id, {ErrorCode::InternalError, "why"})),
              id);
  }
  std::string publish =
      encodeNotification("textDocument/publishDiagnostics",
                         encode(PublishDiagnosticsParams{"file:///\"a", 1}));
  EXPECT_EQ(responseId(publish), "");
  EXPECT_EQ(publishedUri(publish), R"("file:///\"a")");
  EXPECT_EQ(publishedUri(encodeResult("1", "{}")), "");
  EXPECT_TRUE(isShowMessage(encodeNotification(
      "window/showMessage", encode(MessageParams{MessageType::Info, "m"}))));
  EXPECT_FALSE(isShowMessage(publish));
}
