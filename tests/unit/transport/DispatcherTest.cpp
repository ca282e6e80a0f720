//===- DispatcherTest.cpp - Errors, replies, cancellation -----------------===//

#include "Fakes.h"

#include "server/protocol/Decode.h"
#include "server/transport/Dispatcher.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace shapels;
using nlohmann::json;

namespace {

class DispatcherTest : public testing::Test {
protected:
  DispatcherTest() {
    dispatcher.onRequest("ask", [this](const json &params, ReplyOnce &reply,
                                       std::string &error) {
      lsp::PositionParams ignored;
      if (!lsp::decode(params, ignored, error))
        return false;
      asked.push_back(std::move(reply));
      return true;
    });
    dispatcher.onNotification("tell",
                              [this](const json &params, std::string &error) {
                                lsp::DocumentParams ignored;
                                if (!lsp::decode(params, ignored, error))
                                  return false;
                                ++told;
                                return true;
                              });
  }

  /// What the client gets back.
  std::vector<json> send(std::string_view message) {
    dispatcher.receive(std::string(message));
    io.runAll();
    return std::exchange(written, {});
  }
  std::vector<json> flush() {
    io.runAll();
    return std::exchange(written, {});
  }

  static std::string ask(std::string id) {
    return R"({"jsonrpc":"2.0","id":)" + id +
           R"(,"method":"ask","params":{"textDocument":{"uri":"u"},)"
           R"("position":{"line":0,"character":0}}})";
  }
  static json error(json id, int code, std::string message) {
    return {{"jsonrpc", "2.0"},
            {"id", id},
            {"error", {{"code", code}, {"message", message}}}};
  }
  static json result(json id) {
    return {{"jsonrpc", "2.0"}, {"id", id}, {"result", nullptr}};
  }

  ManualExecutor io;
  RecordingLog log;
  std::vector<json> written;
  std::vector<ReplyOnce> asked;
  int told = 0;
  Dispatcher dispatcher{
      [this](std::string body) { written.push_back(json::parse(body)); }, io,
      log};
};

using List = std::vector<json>;

} // namespace

TEST_F(DispatcherTest, AnswersBrokenJsonWithParseError) {
  for (const char *broken : {"", "{", "{\"id\":1,}", "nonsense", "\xFF"}) {
    List replies = send(broken);
    ASSERT_EQ(replies.size(), 1u) << broken;
    EXPECT_EQ(replies[0]["error"]["code"], -32700);
    EXPECT_TRUE(replies[0]["id"].is_null());
  }
}

TEST_F(DispatcherTest, AnswersWhatIsNoRequestWithInvalidRequest) {
  EXPECT_EQ(send("1"),
            List{error(nullptr, -32600, "the message is not an object")});
  EXPECT_EQ(send("[]"),
            List{error(nullptr, -32600, "batches are not supported")});
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","id":7})"),
            List{error(7, -32600, "method: expected string")});
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","id":7,"method":3})"),
            List{error(7, -32600, "method: expected string")});
  EXPECT_EQ(send(R"({"id":7,"method":"ask"})"),
            List{error(7, -32600, "jsonrpc: expected \"2.0\"")});
  for (const char *id : {"null", "1.5", "{}", "true"})
    EXPECT_EQ(send(R"({"jsonrpc":"2.0","method":"ask","id":)" +
                   std::string(id) + "}"),
              List{error(nullptr, -32600, "id: expected integer or string")});
  EXPECT_TRUE(asked.empty());
}

TEST_F(DispatcherTest, AnswersUnknownMethodsAndIgnoresUnknownNotifications) {
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","id":"a","method":"$/nope"})"),
            List{error("a", -32601, "unknown method '$/nope'")});
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","method":"$/nope"})"), List{});
}

TEST_F(DispatcherTest, IgnoresResponses) {
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","id":1,"result":null})"), List{});
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","id":1,"error":{}})"), List{});
}

TEST_F(DispatcherTest, NamesTheParamThatIsWrong) {
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","id":1,"method":"ask"})"),
            List{error(1, -32602, "params: expected object")});
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","id":1,"method":"ask","params":)"
                 R"({"textDocument":{"uri":1}}})"),
            List{error(1, -32602, "params.textDocument.uri: expected string")});
  send(R"({"jsonrpc":"2.0","method":"tell","params":{"textDocument":3}})");
  EXPECT_EQ(told, 0);
  EXPECT_EQ(log.messages.back(), "ignored tell: params.textDocument: "
                                 "expected object");
}

TEST_F(DispatcherTest, TellsNumbersFromStringsInIds) {
  EXPECT_EQ(send(ask("1")), List{});
  EXPECT_EQ(send(ask("\"1\"")), List{});
  ASSERT_EQ(asked.size(), 2u);
  asked[1].result("null");
  EXPECT_EQ(flush(), List{result("1")});
  asked[0].result("null");
  EXPECT_EQ(flush(), List{result(1)});
}

TEST_F(DispatcherTest, RefusesAnIdThatIsInUse) {
  EXPECT_EQ(send(ask("1")), List{});
  EXPECT_EQ(
      send(ask("1")),
      List{error(1, -32600, "the id 1 is that of a request not yet answered")});
  asked[0].result("null");
  EXPECT_EQ(flush(), List{result(1)});
  EXPECT_EQ(send(ask("1")), List{});
  EXPECT_EQ(asked.size(), 2u);
}

TEST_F(DispatcherTest, AsksTheGateFirst) {
  dispatcher.setGate([](std::string_view method) {
    return lsp::ResponseError{lsp::ErrorCode::ServerNotInitialized,
                              "not " + std::string(method)};
  });
  EXPECT_EQ(send(ask("1")), List{error(1, -32002, "not ask")});
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","id":2,"method":"nope"})"),
            List{error(2, -32002, "not nope")});
  send(
      R"({"jsonrpc":"2.0","method":"tell","params":{"textDocument":{"uri":"u"}}})");
  EXPECT_EQ(told, 0);
}

TEST_F(DispatcherTest, WritesOnTheIoThreadOnly) {
  dispatcher.receive(ask("1"));
  asked[0].result("null");
  EXPECT_TRUE(written.empty());
  EXPECT_EQ(flush(), List{result(1)});
}

TEST_F(DispatcherTest, AnswersACancelledRequestAtOnce) {
  send(ask("1"));
  EXPECT_FALSE(asked[0].isCancelled());
  dispatcher.cancel("1");
  EXPECT_EQ(flush(), List{error(1, -32800, "the request was cancelled")});
  EXPECT_TRUE(asked[0].isCancelled());
  // Whoever computed on does no harm, not even to a new request of that id.
  send(ask("1"));
  asked[0].result("null");
  EXPECT_EQ(flush(), List{});
  asked[1].result("null");
  EXPECT_EQ(flush(), List{result(1)});
}

TEST_F(DispatcherTest, CancelsNothingElse) {
  send(ask("1"));
  dispatcher.cancel("\"1\"");
  dispatcher.cancel("2");
  EXPECT_EQ(flush(), List{});
  EXPECT_FALSE(asked[0].isCancelled());
  asked[0].result("null");
  EXPECT_EQ(flush(), List{result(1)});
  dispatcher.cancel("1");
  EXPECT_EQ(flush(), List{});
}

TEST_F(DispatcherTest, FailsWhatIsPending) {
  send(ask("1"));
  send(ask("2"));
  EXPECT_EQ(dispatcher.pendingCount(), 2u);
  dispatcher.failPending({lsp::ErrorCode::ServerCancelled, "leaving"});
  EXPECT_EQ(flush(),
            (List{error(1, -32802, "leaving"), error(2, -32802, "leaving")}));
  EXPECT_EQ(dispatcher.pendingCount(), 0u);
}

TEST_F(DispatcherTest, TracesOnlyWithAHook) {
  std::vector<std::string> events;
  dispatcher.setTraceHook([&](std::string_view event, std::string_view) {
    events.emplace_back(event);
  });
  send(ask("1"));
  asked[0].result("null");
  flush();
  EXPECT_EQ(events,
            (std::vector<std::string>{"received ask (1)", "answered ask (1)"}));
  dispatcher.setTraceHook(nullptr);
  send(ask("2"));
  asked[1].result("null");
  EXPECT_EQ(events.size(), 2u);
}
