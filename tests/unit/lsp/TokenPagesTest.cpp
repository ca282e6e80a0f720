//===- TokenPagesTest.cpp - Which tokens a client has ---------------------===//

#include "server/lsp/TokenPages.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <random>

using namespace shapels;
using nlohmann::json;

namespace {

/// A client that keeps tokens as LSP says.
class TokenClient {
public:
  explicit TokenClient(std::string text) : document(std::move(text)) {
    document.updateStatements();
    json full = json::parse(pages.full(document, PositionEncoding::Utf16));
    take(full);
  }

  void edit(DocumentRange range, std::string newText) {
    TextEdit edit = document.buffer().narrowed({range, std::move(newText)});
    pages.edit(edit);
    document.edit(std::move(edit));
    document.updateStatements();
  }

  /// Returns how many numbers were sent.
  size_t pull() {
    json delta =
        json::parse(pages.delta(document, PositionEncoding::Utf16, id));
    if (delta.contains("data"))
      return take(delta);
    id = delta["resultId"];
    size_t sent = 0;
    json edits = delta["edits"];
    for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
      auto from = data.begin() + edit->at("start").get<size_t>();
      auto to = from + edit->at("deleteCount").get<size_t>();
      auto fresh = edit->at("data").get<std::vector<uint32_t>>();
      data.insert(data.erase(from, to), fresh.begin(), fresh.end());
      sent += fresh.size();
    }
    return sent;
  }

  /// What a new client gets.
  std::vector<uint32_t> wanted() const {
    Document fresh{std::string(document.buffer().text())};
    fresh.updateStatements();
    TokenPages others;
    return json::parse(others.full(fresh, PositionEncoding::Utf16))["data"];
  }

  Document document;
  TokenPages pages;
  std::vector<uint32_t> data;
  std::string id;

private:
  size_t take(const json &full) {
    id = full["resultId"];
    data = full["data"].get<std::vector<uint32_t>>();
    return data.size();
  }
};

std::string manyOps(unsigned count) {
  std::string text = "func.func @f(%a: tensor<4x?xf32>) {\n";
  for (unsigned i = 0; i < count; ++i)
    text += "  %" + std::to_string(i) +
            " = tosa.add %a, %a : (tensor<4x?xf32>, tensor<4x?xf32>) -> "
            "tensor<4x?xf32>\n";
  return text + "  return\n}\n";
}

} // namespace

TEST(TokenPages, CountFromTheTokenBefore) {
  TokenClient client("x.a\n\"😀\" %b\n");
  // x, a, and %b in UTF-16 units.
  EXPECT_EQ(client.data, (std::vector<uint32_t>{0, 0, 1, 0, 8, 0, 2, 1, 1, 8, //
                                                1, 5, 2, 2, 0}));
}

TEST(TokenPages, SendTheLinesAroundAnEdit) {
  TokenClient client(manyOps(3000));
  size_t all = client.data.size();
  client.edit({{150000}, {150003}}, "b");
  EXPECT_LT(client.pull(), all / 50);
  EXPECT_EQ(client.data, client.wanted());
  EXPECT_EQ(client.pull(), 0u);
}

TEST(TokenPages, SendAllToWhoHasSomethingElse) {
  TokenClient client("x.a\n");
  client.id = "other";
  EXPECT_EQ(client.pull(), client.data.size());
  EXPECT_EQ(client.data, client.wanted());
}

TEST(TokenPages, GiveWhatANewClientGets) {
  std::string text = manyOps(60) + "// -----\n" + manyOps(40) +
                     "my.op {a.b, c = 1} @f ^bb #m !t<[1,?]>\n{-# a: 1 #-}\n";
  TokenClient client(text);
  std::minstd_rand random(1);
  const char *pieces[] = {"",      "%x",           "{",    "}",    "\n", "\"",
                          "(",     "// -----\n",   "x.y ", "\r\n", ":",  "= ",
                          "^b:\n", "-> tensor<?x", "@g"};
  for (int i = 0; i < 400; ++i) {
    uint32_t size = client.document.buffer().end().value;
    uint32_t begin = random() % (size + 1);
    uint32_t end = std::min<uint32_t>(begin + random() % 9 % 4, size);
    client.edit({{begin}, {end}}, pieces[random() % std::size(pieces)]);
    if (i % 3 == 0)
      continue;
    client.pull();
    ASSERT_EQ(client.data, client.wanted()) << i;
  }
}
