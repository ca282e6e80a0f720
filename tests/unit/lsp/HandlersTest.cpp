//===- HandlersTest.cpp - Params in, results out --------------------------===//

#include "server/lsp/Handlers.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace shapels;
using nlohmann::json;

namespace {

using Handler = std::optional<Query> (*)(const json &params,
                                         std::string &error);

class HandlersTest : public testing::Test {
protected:
  void open(std::string text) {
    document = std::make_unique<Document>(TextBuffer(std::move(text)),
                                          Configuration());
    document->update();
  }
  void declare(const json &capabilities) {
    context.client.all = std::make_shared<const json>(capabilities);
  }
  /// What a client gets, with its own params beside those of every request.
  json ask(Handler handler, json params) const {
    params["textDocument"]["uri"] = "test:///a";
    std::string error;
    std::optional<Query> query = handler(params, error);
    EXPECT_TRUE(query) << error;
    return query ? json::parse(query->answer(*document, context).result)
                 : json();
  }
  static json at(unsigned line, unsigned character) {
    return {{"line", line}, {"character", character}};
  }
  static json range(unsigned line, unsigned begin, unsigned end) {
    return {{"start", at(line, begin)}, {"end", at(line, end)}};
  }

  std::unique_ptr<Document> document;
  QueryContext context;
};

std::string errorOf(Handler handler, const char *params) {
  std::string error;
  return handler(json::parse(params), error) ? "no error" : error;
}

} // namespace

TEST_F(HandlersTest, NameTheParamThatIsWrong) {
  EXPECT_EQ(errorOf(handlers::hover, "{}"),
            "params.textDocument: expected object");
  EXPECT_EQ(errorOf(handlers::references,
                    R"({"textDocument":{"uri":"u"},
                        "position":{"line":0,"character":0}})"),
            "params.context: expected object");
  EXPECT_EQ(errorOf(handlers::codeAction,
                    R"({"textDocument":{"uri":"u"},"range":{"start":{"line":0,
                        "character":0},"end":{"line":0,"character":0}},
                        "context":{"only":["a",null]}})"),
            "params.context.only[1]: expected string");
  EXPECT_EQ(errorOf(handlers::codeAction,
                    R"({"textDocument":{"uri":"u"},"range":{"start":{"line":0,
                        "character":0},"end":{"line":0,"character":0}},
                        "context":{"diagnostics":[{"message":"m"}]}})"),
            "params.context.diagnostics[0].range: expected object");
  EXPECT_EQ(errorOf(handlers::codeAction,
                    R"({"textDocument":{"uri":"u"},"range":{"start":{"line":0,
                        "character":0},"end":{"line":0,"character":0}},
                        "context":{"diagnostics":[
                          {"relatedInformation":[{"message":"m"}]}]}})"),
            "params.context.diagnostics[0].relatedInformation[0].location: "
            "expected object");
}

TEST_F(HandlersTest, HoverIsInTheFormatThatTheClientShows) {
  open("func.func private @f(tensor<4xf32>)\n");
  auto kind = [&](json offered) {
    declare({{"textDocument", {{"hover", {{"contentFormat", offered}}}}}});
    return ask(handlers::hover, {{"position", at(0, 0)}})["contents"]["kind"];
  };
  EXPECT_EQ(kind({"markdown", "plaintext"}), "markdown");
  EXPECT_EQ(kind({"plaintext", "markdown"}), "plaintext");
  EXPECT_EQ(kind(json::array({"rtf"})), "plaintext");
  EXPECT_EQ(kind(nullptr), "plaintext");
}

TEST_F(HandlersTest, HoverIsNullWhereThereIsNothing) {
  open("\n\nmodule {}\n");
  EXPECT_TRUE(ask(handlers::hover, {{"position", at(0, 0)}}).is_null());
}

TEST_F(HandlersTest, SymbolsAreNestedForClientsThatShowThat) {
  open("module @m {\n  func.func private @f()\n}\n");
  json flat = ask(handlers::documentSymbol, json::object());
  ASSERT_EQ(flat.size(), 2u);
  EXPECT_FALSE(flat[0].contains("containerName"));
  EXPECT_EQ(flat[1]["containerName"], "m");
  EXPECT_EQ(flat[1]["location"]["uri"], "test:///a");
  EXPECT_EQ(flat[1]["location"]["range"], range(1, 2, 24));
  declare(
      {{"textDocument",
        {{"documentSymbol", {{"hierarchicalDocumentSymbolSupport", true}}}}}});
  json nested = ask(handlers::documentSymbol, json::object());
  ASSERT_EQ(nested.size(), 1u);
  EXPECT_EQ(nested[0]["kind"], 2);
  ASSERT_EQ(nested[0]["children"].size(), 1u);
  EXPECT_EQ(nested[0]["children"][0]["detail"], "func.func");
  EXPECT_EQ(nested[0]["children"][0]["selectionRange"], range(1, 20, 22));
}

TEST_F(HandlersTest, AnActionNamesTheFindingThatItAnswers) {
  open("module {}\nfunc.func private @f(tensor<4xf32)\n");
  json request = {{"range", range(1, 33, 33)}, {"context", json::object()}};
  json actions = ask(handlers::codeAction, request);
  ASSERT_EQ(actions.size(), 1u);
  EXPECT_EQ(actions[0]["kind"], "quickfix");
  ASSERT_EQ(actions[0]["diagnostics"].size(), 1u);
  EXPECT_EQ(actions[0]["diagnostics"][0]["source"], "shapels");
  EXPECT_EQ(actions[0]["edit"]["changes"]["test:///a"],
            json::array({{{"newText", ">"}, {"range", range(1, 33, 33)}}}));
  request["context"]["only"] = {"refactor"};
  EXPECT_EQ(ask(handlers::codeAction, request), json::array());
}

TEST_F(HandlersTest, SayOfAShapeFunctionThatIsKnownThatItIs) {
  open("func.func @f(%a: tensor<?xf32>) {\n  return\n}\n"
       "// -----\n"
       "func.func @g(%a: tensor<?xf32>) {\n  return\n}\n");
  json known = ask(handlers::shapeFunction, {{"function", "f"}});
  ASSERT_TRUE(known.contains("text"));
  auto again = [&] {
    return ask(handlers::shapeFunction,
               {{"function", "f"}, {"previousResultId", known["resultId"]}});
  };
  EXPECT_FALSE(again().contains("text"));
  document->edit({{document->buffer().end(), document->buffer().end()}, "\n"});
  document->update();
  EXPECT_FALSE(again().contains("text"));
  Configuration strict;
  strict.dynamicDims = DynamicDims::Strict;
  document->setConfiguration(strict);
  document->update();
  EXPECT_TRUE(again().contains("text"));
  known = again();
  document->edit({{{0}, {0}}, "\n"});
  document->update();
  EXPECT_TRUE(again().contains("text"));
}
