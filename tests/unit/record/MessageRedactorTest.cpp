//===- MessageRedactorTest.cpp --------------------------------------------===//

#include "server/record/MessageRedactor.h"
#include "server/protocol/ContentEdit.h"
#include "server/protocol/Json.h"

#include <gtest/gtest.h>

using namespace shapels;
using lsp::json;

namespace {

json place(int line, int character) {
  return {{"line", line}, {"character", character}};
}

/// As it comes from a client: what is made here has signed numbers.
json parsed(const json &message) { return json::parse(message.dump()); }

/// A session, of which the redacted messages are applied to a text of its own.
class MessageRedactorTest : public testing::Test {
protected:
  void open(const std::string &text) {
    json message = redactor.fromClient({{"method", "textDocument/didOpen"},
                                        {"params",
                                         {{"textDocument",
                                           {{"uri", uri},
                                            {"version", 1},
                                            {"languageId", "mlir"},
                                            {"text", text}}}}}});
    EXPECT_NE(message["params"]["textDocument"]["uri"], uri);
    shown = TextBuffer(
        message["params"]["textDocument"]["text"].get<std::string>());
  }
  /// Returns the range of the redacted edit.
  json change(json range, const std::string &text) {
    json message = redactor.fromClient(
        parsed({{"method", "textDocument/didChange"},
                {"params",
                 {{"textDocument", {{"uri", uri}, {"version", 2}}},
                  {"contentChanges", {{{"range", range}, {"text", text}}}}}}}));
    const json &edit = message["params"]["contentChanges"][0];
    json start = edit["range"]["start"], end = edit["range"]["end"];
    lsp::ContentChange content{
        PositionRange{{start["line"], start["character"]},
                      {end["line"], end["character"]}},
        edit["text"]};
    shown.apply(
        *lsp::editOf(shown, std::move(content), PositionEncoding::Utf16));
    return edit["range"];
  }

  std::string uri = "file:///home/ann/net.mlir";
  MessageRedactor redactor;
  TextBuffer shown;
};

} // namespace

TEST_F(MessageRedactorTest, EditsLeaveWhatTheWholeTextWouldBe) {
  open("// \xC3\xBC\n%ab = op.one %x\nlast");
  // A name grows, letter by letter.
  change({{"start", place(1, 3)}, {"end", place(1, 3)}}, "c");
  change({{"start", place(1, 4)}, {"end", place(1, 4)}}, "d");
  EXPECT_EQ(shown.text(), "// \xC3\xA9\n%baaa = ba.caa %a\nlast");
  // Lines are joined and divided.
  change({{"start", place(1, 5)}, {"end", place(2, 0)}}, " = ");
  EXPECT_EQ(shown.text(), "// \xC3\xA9\n%baaa = last");
  change({{"start", place(0, 3)}, {"end", place(1, 0)}}, "\xC3\xA4\n@ann\n");
  EXPECT_EQ(shown.text(), "// \xC3\xA9\n@aaa\n%baaa = last");
}

TEST_F(MessageRedactorTest, EditsStaySmall) {
  open("%a = arith.constant 12 : i32\n");
  EXPECT_EQ(change({{"start", place(0, 21)}, {"end", place(0, 21)}}, "4"),
            (json{{"start", place(0, 21)}, {"end", place(0, 21)}}));
}

TEST_F(MessageRedactorTest, SettingsKeepWhatIsNoName) {
  json message = redactor.fromClient(
      {{"method", "workspace/didChangeConfiguration"},
       {"params",
        {{"settings",
          {{"ops", {{"mine.add", "broadcastable"}, {"tosa.add", "none"}}},
           {"severity", {{"mlir-parse", "off"}}},
           {"plugins", {"/home/ann/mine.so"}}}}}}});
  EXPECT_EQ(
      message["params"]["settings"],
      (json{{"ops", {{"aaaa.aaa", "broadcastable"}, {"tosa.add", "none"}}},
            {"severity", {{"mlir-parse", "off"}}},
            {"plugins", {"/xxxx/xxx/aaaa.xx"}}}));
}

TEST_F(MessageRedactorTest, OfTheServerNoWordsAreLeft) {
  open("%wide = op %missing");
  json message = redactor.fromServer(
      {{"method", "textDocument/publishDiagnostics"},
       {"params",
        {{"uri", uri},
         {"diagnostics",
          {{{"code", "mlir-parse"},
            {"source", "shapels"},
            {"severity", 1},
            {"range", {{"start", place(0, 1)}, {"end", place(0, 2)}}},
            {"message", "use of 'wide' in /home/ann"}}}}}}});
  json finding = message["params"]["diagnostics"][0];
  EXPECT_EQ(finding["message"], "xxx xx 'baaa' xx /aaaa/aaa");
  EXPECT_EQ(finding["code"], "mlir-parse");
  EXPECT_EQ(finding["range"]["start"], place(0, 1));
  EXPECT_EQ(message["params"]["uri"], "file:///aaaa/aaa/baa.mlir");
}
